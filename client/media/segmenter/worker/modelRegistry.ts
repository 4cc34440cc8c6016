/** The networks of the better matte, each loaded when it is first needed. */
import type { ModelFile, Role, SegmentModel } from '../modelManifest.ts'
import { type Encoder, encoderBeside, encoderHere } from './imageEncoder.ts'
import { fetchFiles, fetchManifest } from './modelFiles.ts'
import { type Graph, loadGraph } from './steppedGraph.ts'
import { loadNetwork, type Network } from './maskNetwork.ts'

type OnBytes = (loadedBytes: number, totalBytes: number) => void

export class Models {
  readonly #known: readonly SegmentModel[]
  readonly #onBytes: OnBytes
  readonly #loading = new Map<string, Promise<unknown>>()
  /** What is being fetched, and what came with it. */
  readonly #fetched = new Set<{ bytes: number; of: number }>()
  #open = 0

  /** The encoder has a thread of its own: photos are described while other networks look at them. */
  readonly describesBeside: boolean

  private constructor(known: readonly SegmentModel[], onBytes: OnBytes, describesBeside: boolean) {
    this.#known = known
    this.#onBytes = onBytes
    this.describesBeside = describesBeside
  }

  /** `onBytes`: of all that is fetched at the same time. */
  static async from(manifestUrl: string, onBytes: OnBytes, { describesBeside = false } = {}): Promise<Models> {
    return new Models(await fetchManifest(manifestUrl), onBytes, describesBeside)
  }

  async saliency(side: number): Promise<{ network: Network; model: SegmentModel }> {
    const model = this.#first('general')
    const variant = model.variants.find(({ input }) => input.width === side)
    if (model.input.width !== side && !variant) throw new Error(`${model.id} does not see ${side} pixels`)
    const input = variant?.input ?? model.input
    const network = await this.#once(`saliency ${side}`, async () =>
      loadNetwork(input, await this.#files(model, variant?.file)),
    )
    return { network, model }
  }

  person = () => this.#masker('person')
  detail = () => this.#masker('detail')

  async encoder(): Promise<{ encoder: Encoder; model: SegmentModel }> {
    const model = this.#first('encoder')
    const here = async () => encoderHere(await this.#files(model))
    const encoder = await this.#once('encoder', async () =>
      this.describesBeside ? encoderBeside(await this.#files(model), here) : here(),
    )
    return { encoder, model }
  }

  decoder(): Promise<Graph> {
    return this.#once('decoder', async () => loadGraph(await this.#files(this.#first('decoder'))))
  }

  has = (role: Role): boolean => this.#known.some((model) => model.roles.includes(role))

  async #masker(role: 'person' | 'detail'): Promise<{ network: Network; model: SegmentModel }> {
    const model = this.#first(role)
    const network = await this.#once(role, async () => loadNetwork(model.input, await this.#files(model)))
    return { network, model }
  }

  #first(role: Role): SegmentModel {
    const model = this.#known.find(({ roles }) => roles.includes(role))
    if (!model) throw new Error(`the server has no model for '${role}'`)
    return model
  }

  /** A failure is forgotten: the next job may find the network back. */
  #once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#loading.get(key) as Promise<T> | undefined // set below, with the same key
    if (known) return known
    const fresh = load()
    this.#loading.set(key, fresh)
    fresh.catch(() => this.#loading.delete(key))
    return fresh
  }

  async #files(model: SegmentModel, instead?: ModelFile): Promise<Uint8Array<ArrayBuffer>[]> {
    const files = instead ? [instead, ...model.files.slice(1)] : model.files
    const own = { bytes: 0, of: 0 }
    this.#fetched.add(own)
    this.#open++
    try {
      return await fetchFiles({ files }, (bytes, of) => {
        Object.assign(own, { bytes, of })
        const all = [...this.#fetched]
        this.#onBytes(
          all.reduce((sum, one) => sum + one.bytes, 0),
          all.reduce((sum, one) => sum + one.of, 0),
        )
      })
    } finally {
      if (--this.#open === 0) this.#fetched.clear()
    }
  }
}
