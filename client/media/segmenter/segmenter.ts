/** Separates the subject of a photo from its background. The network runs in a worker; this file sends jobs to it. */
import type { Size } from '../../kit/base/geometry.ts'
import { err, ok, type Result } from '../../kit/base/result.ts'
import { downscaledCopy } from './downscale.ts'
import { DEFAULT_MODEL, MANIFEST_URL } from './modelManifest.ts'
import type {
  Backend,
  SegmentError,
  SegmenterCommand,
  SegmenterMemory,
  SegmenterMessage,
  SegmentProgress,
} from './segmenterProtocol.ts'
import { WorkerConnection, type WorkerPort } from './workerConnection.ts'

export type { SegmentError, SegmentProgress }

/** Coverage of the subject: one byte per pixel, row-major, 0 = background, 255 = subject. */
export interface Matte extends Size {
  coverage: Uint8Array<ArrayBuffer>
}

/** How a running segmentation is aborted and observed. */
export interface SegmentOptions {
  signal: AbortSignal
  onProgress?(progress: SegmentProgress): void
}

/** Separates the subject of a photo from its background, in a worker. */
export interface Segmenter {
  /**
   * Computes the matte of the subject, at the size of `image`. The caller keeps ownership of `image`. A newer call
   * aborts the older one. Fails with any SegmentError.
   */
  segment(image: ImageBitmap, options: SegmentOptions): Promise<Result<Matte, SegmentError>>
  dispose(): void
}

/** Replaces defaults of the segmenter; used by tests and measurements. */
export interface SegmenterOptions {
  model?: string
  manifest?: string
  /** The TensorFlow.js backend; by default WebGL where a real GPU renders, else WASM. */
  backend?: Backend
  createWorker?: () => WorkerPort
  /** Makes the downscaled copy of the photo that is transferred to the worker. */
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
}

/** A segmenter that reports the memory of its worker. */
export interface MeasurableSegmenter extends Segmenter {
  memory(): Promise<SegmenterMemory>
}

type Outcome = Result<Matte, SegmentError | 'webgl-broken'>

interface Job {
  number: number
  size: Size
  options: SegmentOptions
  settle(outcome: Outcome): void
}

/** Creates the segmenter. Its worker starts with the first photo. */
export function createSegmenter(options: SegmenterOptions = {}): MeasurableSegmenter {
  const client = new SegmenterClient(options)
  return {
    segment: (image, options) => client.segment(image, options),
    memory: () => client.memory(),
    dispose: () => client.dispose(),
  }
}

/** One job at a time. A job that fails because of the graphics driver is repeated on WASM. */
class SegmenterClient {
  readonly #copy: (image: ImageBitmap) => Promise<ImageBitmap>
  readonly #worker: WorkerConnection<SegmenterCommand, SegmenterMessage>
  #backend: Backend | null
  #current: Job | null = null
  #lastNumber = 0
  #onMemory: ((memory: SegmenterMemory) => void)[] = []

  constructor(options: SegmenterOptions) {
    const {
      model = DEFAULT_MODEL,
      manifest = MANIFEST_URL,
      createWorker = startWorker,
      copy = downscaledCopy,
    } = options
    this.#copy = copy
    this.#backend = options.backend ?? null
    this.#worker = new WorkerConnection<SegmenterCommand, SegmenterMessage>({
      name: 'segmenter',
      createWorker,
      startMessage: () => ({ type: 'start', manifest, model, backend: this.#backend }),
      onMessage: (message) => this.#receive(message),
      onFailure: () => this.#current?.settle(err('model-unavailable')),
    })
  }

  async segment(image: ImageBitmap, options: SegmentOptions): Promise<Result<Matte, SegmentError>> {
    if (options.signal.aborted) return err('aborted')
    const outcome = await this.#tryOnce(image, options)
    if (outcome.ok) return outcome
    if (outcome.error !== 'webgl-broken') return err(outcome.error)
    this.#backend = 'wasm'
    return this.segment(image, options)
  }

  memory(): Promise<SegmenterMemory> {
    return new Promise((resolve) => {
      this.#onMemory.push(resolve)
      this.#worker.send({ type: 'measure' })
    })
  }

  dispose(): void {
    this.#worker.terminate()
    this.#current?.settle(err('aborted'))
  }

  /** Runs the job once, on the present backend. */
  #tryOnce(image: ImageBitmap, options: SegmentOptions): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#worker.sendIfRunning({ type: 'abort', job: job.number })
        job.settle(err('aborted'))
      }
      const job: Job = {
        number: ++this.#lastNumber,
        size: { width: image.width, height: image.height },
        options,
        settle: (outcome) => {
          options.signal.removeEventListener('abort', onAbort)
          if (this.#current === job) this.#current = null
          resolve(outcome)
        },
      }
      this.#current?.settle(err('aborted'))
      this.#current = job
      options.signal.addEventListener('abort', onAbort)
      this.#copy(image).then((copy) => this.#sendJob(job, copy), reject)
    })
  }

  #sendJob(job: Job, image: ImageBitmap): void {
    if (this.#current === job) this.#worker.send({ type: 'segment', job: job.number, image, size: job.size }, [image])
    else image.close()
  }

  /** Only the end of a worker frees its WebAssembly memory (over 200 MB). The fresh one is ready for the next photo. */
  #renewWorker(): void {
    this.#worker.terminate()
    this.#worker.send({ type: 'load' })
  }

  #receive(message: SegmenterMessage): void {
    if (message.type === 'memory') {
      for (const resolve of this.#onMemory.splice(0)) resolve(message.memory)
      return
    }
    if (message.type === 'failed' && message.error !== 'no-subject')
      console.warn(`segmenter: ${message.error}: ${message.reason}`)
    const job = this.#current
    if (job?.number !== message.job) return // its job was aborted meanwhile
    switch (message.type) {
      case 'progress':
        job.options.onProgress?.(message.progress)
        return
      case 'done':
        job.settle(ok({ ...job.size, coverage: message.coverage }))
        if (message.backend === 'wasm') this.#renewWorker()
        return
      case 'failed':
        if (message.error !== 'no-subject' && message.error !== 'model-unavailable') this.#worker.terminate()
        job.settle(err(message.error))
    }
  }
}

const startWorker = (): WorkerPort =>
  new Worker(new URL('./worker/segmentation.worker.ts', import.meta.url), { type: 'module', name: 'segmenter' })
