import type { Tensor } from '@tensorflow/tfjs-core'
import { onceFor } from '#client/kit/async/scheduling.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { ModelFile, Role, SegmentModel } from '../modelManifest.ts'
import { fetchFiles, fetchManifest } from '../modelManifest.ts'
import { SAM_INPUT_SIDE } from '../pipeline/networkInputs.ts'
import type { Backend } from '../segmentationTypes.ts'
import {
  type ImageNetwork,
  loadImageNetwork,
  loadMaskNetwork,
  loadPersonNetwork,
  type MaskNetwork,
  maskNetwork,
  type NetworkFiles,
  type NetworkSignature,
  type OnStep,
} from './imageNetwork.ts'
import type { WorkerBackend } from './networks.worker.ts'
import { NetworkWorker } from './networkWorker.ts'
import { type Graph, loadGraph } from './steppedGraph.ts'

/** Thrown if WebGL fails during a measurement. */
class NoWebgl extends Error {}

/** Key of the encoder in the worker for WebGL. */
const ON_WEBGL = 'encoder on WebGL'
const ENCODER: NetworkSignature = { input: { width: SAM_INPUT_SIDE, height: SAM_INPUT_SIDE }, output: 'embedding' }

type OnBytes = (loadedBytes: number, totalBytes: number) => void

interface RegistryOptions {
  /** Whether a second worker runs networks on WebAssembly. */
  hasWorker?: boolean
  /** The settings of a worker that runs the encoder on WebGL. Null: the encoder runs on WebAssembly. */
  webgl?: WorkerBackend | null
  /** Resolves when the backend of this thread has started. The registry downloads files in the meantime. */
  started?: Promise<void>
}

/**
 * The worker's networks. Each network is loaded on first use and stays in memory. A loader rejects if its model is not
 * in the manifest or cannot be fetched.
 */
export class ModelRegistry {
  readonly #known: readonly SegmentModel[]
  readonly #onBytes: OnBytes
  readonly #loading = new Map<string, () => Promise<unknown>>()
  /** Number of bytes of each running download, and of finished downloads that overlapped with running downloads. */
  readonly #fetched = new Map<ModelFile, number>()
  #open = 0

  readonly #started: Promise<void>
  /** Whether a second worker runs the encoder, and the networks loaded with `inWorker`. */
  readonly hasWorker: boolean
  /** The worker that runs the encoder on WebGL, with compiled programs. Null: the encoder runs on WebAssembly. */
  #webglEncoder: NetworkWorker | null = null
  #worker: NetworkWorker | null = null
  /** Keys of the networks in the second worker. */
  readonly #workerKeys = new Set<string>()
  /** Number of networks whose files are being fetched for the worker. */
  #pendingLoads = 0
  /**
   * Keys of the worker's networks whose files were already fetched. If they are fetched again, no progress is reported.
   */
  readonly #fetchedKeys = new Set<string>()

  private constructor(
    known: readonly SegmentModel[],
    onBytes: OnBytes,
    { hasWorker, webgl, started }: RegistryOptions,
  ) {
    this.#known = known
    this.#onBytes = onBytes
    this.hasWorker = hasWorker ?? false
    this.#started = started ?? Promise.resolve()
    if (webgl) this.#webglEncoder = new NetworkWorker(webgl)
  }

  /**
   * Loads the manifest. `onBytes` receives the sum over all simultaneous downloads. @throws if the manifest cannot be
   * loaded
   */
  static async from(manifestUrl: string, onBytes: OnBytes, options: RegistryOptions = {}): Promise<ModelRegistry> {
    return new ModelRegistry(await fetchManifest(manifestUrl), onBytes, options)
  }

  /** The backend of the encoder. After a failure of WebGL, the encoder runs on WebAssembly. */
  get encoderBackend(): Backend {
    return this.#webglEncoder && !this.#webglEncoder.hasFailed ? 'webgl' : 'wasm'
  }

  /** Whether another thread or the GPU runs the encoder. */
  get hasParallelEncoder(): boolean {
    return this.hasWorker || this.encoderBackend === 'webgl'
  }

  /**
   * Returns U2-Net's saliency network for a square input of `side` px. `inWorker`: the network runs in the second
   * worker, if `hasWorker` is true. Rejects if the model has no variant of this size.
   */
  async saliency(
    side: number,
    { inWorker = false } = {},
  ): Promise<{ network: MaskNetwork; model: SegmentModel; size: Size }> {
    const model = this.#first('general')
    const variant = model.variants.find(({ input }) => input.width === side)
    if (model.input.width !== side && !variant) throw new Error(`${model.id} has no variant for an input of ${side} px`)
    const input = variant?.input ?? model.input
    const files = (isQuiet = false) => this.#files(model, variant?.file, isQuiet)
    const network = inWorker
      ? maskNetwork(await this.#loadInWorker(`saliency ${side}`, { input, output: 'mask' }, files))
      : await this.#once(`saliency ${side}`, async () => loadMaskNetwork(input, await files()))
    return { network, model, size: input }
  }

  async person(): Promise<{ network: MaskNetwork; model: SegmentModel }> {
    const model = this.#first('person')
    const network = await this.#once('person', async () => loadPersonNetwork(model.input, await this.#files(model)))
    return { network, model }
  }

  async encoder(): Promise<{ encoder: ImageNetwork; model: SegmentModel }> {
    const model = this.#first('encoder')
    const files = (isQuiet: boolean) => this.#files(model, undefined, isQuiet)
    if (this.encoderBackend === 'webgl') return { encoder: await this.#loadOnWebgl(), model }
    return { encoder: await this.#loadInWorker('encoder', ENCODER, files), model }
  }

  /**
   * Starts a worker that runs the encoder on WebGL, and measures it. Later photos use this worker if `isBetter` returns
   * true for its output and duration (ms). Resolves with the duration, or null if WebGL failed. Rejects if the model
   * can't be fetched, and with the errors of `onStep` and `isBetter`.
   */
  async tryWebgl(
    on: WorkerBackend,
    input: Float32Array<ArrayBuffer>,
    onStep: OnStep,
    isBetter: (output: Tensor, ms: number) => Promise<boolean>,
  ): Promise<number | null> {
    const worker = new NetworkWorker(on)
    let isKept = false
    try {
      const files = await this.#files(this.#first('encoder'), undefined, true)
      const loadHere = () => (isKept ? this.#loadEncoderHere() : Promise.reject(new NoWebgl()))
      const encoder = worker.load('encoder', { signature: ENCODER, files }, loadHere)
      ;(await encoder.run(input, onStep)).dispose() // the first run uploads the weights
      const started = performance.now()
      const output = await encoder.run(input, onStep)
      const ms = performance.now() - started
      isKept = await isBetter(output, ms)
      output.dispose()
      if (isKept) {
        this.#webglEncoder = worker
        this.#loading.set(ON_WEBGL, async () => encoder)
      }
      return ms
    } catch (cause) {
      if (cause instanceof NoWebgl) return null
      throw cause
    } finally {
      if (!isKept) worker.release()
    }
  }

  decoder(): Promise<Graph> {
    return this.#once('decoder', async () => loadGraph(await this.#files(this.#first('decoder'))))
  }

  /**
   * Terminates the second worker to free its memory, unless it is running or loading a network. The next call that
   * needs the worker starts a fresh one.
   */
  releaseWorker(): void {
    if (this.#pendingLoads > 0 || !this.#worker?.release()) return
    this.#worker = null
    for (const key of this.#workerKeys) this.#loading.delete(key)
    this.#workerKeys.clear()
  }

  has = (role: Role): boolean => this.#known.some((model) => model.roles.includes(role))

  /** Loads the encoder in the worker for WebGL. Runs it in this thread if that worker fails. */
  #loadOnWebgl(): Promise<ImageNetwork> {
    const worker = this.#webglEncoder
    return this.#once(ON_WEBGL, async () => {
      if (!worker) return this.#loadEncoderHere()
      const files = await this.#files(this.#first('encoder'))
      return worker.load('encoder', { signature: ENCODER, files }, () => this.#loadEncoderHere())
    })
  }

  #loadEncoderHere = async () => loadImageNetwork(ENCODER, await this.#files(this.#first('encoder')))

  /** Loads a network in the second worker, or in this thread if `hasWorker` is false. */
  #loadInWorker(
    key: string,
    signature: NetworkSignature,
    fetchFiles: (isQuiet: boolean) => Promise<NetworkFiles>,
  ): Promise<ImageNetwork> {
    const files = async () => {
      const fetched = await fetchFiles(this.#fetchedKeys.has(key))
      this.#fetchedKeys.add(key)
      return fetched
    }
    const loadHere = async () => loadImageNetwork(signature, await files())
    const keyInWorker = `${key} in the worker`
    if (!this.hasWorker) return this.#once(keyInWorker, loadHere)
    this.#workerKeys.add(keyInWorker)
    this.#worker ??= new NetworkWorker()
    const worker = this.#worker
    return this.#once(keyInWorker, async () => {
      this.#pendingLoads++
      try {
        return worker.load(key, { signature, files: await files() }, loadHere)
      } finally {
        this.#pendingLoads--
      }
    })
  }

  #first(role: Role): SegmentModel {
    const model = this.#known.find(({ roles }) => roles.includes(role))
    if (!model) throw new Error(`the server has no model for '${role}'`)
    return model
  }

  /** Calls `load` once per key. After a failure, the next call loads again. */
  #once<T>(key: string, load: () => Promise<T>): Promise<T> {
    // safe cast: the values of a key always have the same type
    return onceFor(this.#loading as Map<string, () => Promise<T>>, key, load)
  }

  async #files(model: SegmentModel, instead?: ModelFile, isQuiet = false): Promise<Uint8Array<ArrayBuffer>[]> {
    const files = instead ? [instead, ...model.files.slice(1)] : model.files
    if (isQuiet) return fetchFiles({ files }, () => {})
    this.#open++
    try {
      const [fetched] = await Promise.all([fetchFiles({ files }, this.#onBytes, this.#fetched), this.#started])
      return fetched
    } finally {
      if (--this.#open === 0) this.#fetched.clear()
    }
  }
}
