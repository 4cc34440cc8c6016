/** The networks of the better matte, each loaded when it is first needed. */
import type { ModelFile, Role, SegmentModel } from '../models.ts'
import { fetchFiles, fetchManifest } from './files.ts'
import { type Graph, loadGraph } from './graph.ts'
import { loadNetwork, type Network } from './network.ts'

type OnBytes = (loadedBytes: number, totalBytes: number) => void

export class Models {
  readonly #known: readonly SegmentModel[]
  readonly #onBytes: OnBytes
  readonly #loading = new Map<string, Promise<unknown>>()

  private constructor(known: readonly SegmentModel[], onBytes: OnBytes) {
    this.#known = known
    this.#onBytes = onBytes
  }

  static async from(manifestUrl: string, onBytes: OnBytes): Promise<Models> {
    return new Models(await fetchManifest(manifestUrl), onBytes)
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

  async encoder(): Promise<{ graph: Graph; model: SegmentModel }> {
    return { graph: await this.graph('encoder'), model: this.#first('encoder') }
  }

  graph(role: 'encoder' | 'decoder'): Promise<Graph> {
    return this.#once(role, async () => loadGraph(await this.#files(this.#first(role))))
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
    return fetchFiles({ files }, this.#onBytes)
  }
}
