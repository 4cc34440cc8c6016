/** Computes the quick matte of a photo with U2-NetP in a worker. */
import { callWorker, openWorker, type WorkerOf, type WorkerPort } from '#client/kit/base/callWorker.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { createLatestTask } from '#client/kit/base/scheduling.ts'
import { srgbCopy } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { DEFAULT_MODEL, MANIFEST_URL } from './modelManifest.ts'
import type { Backend, Outcome, SegmentError, SegmenterMemory, SegmentOptions, WorkerSetup } from './segmentation.ts'
import type { SegmentationWorker } from './worker/segmentation.worker.ts'

/** Replaces the defaults of a segmentation worker, for tests and measurements. */
export interface ClientOptions {
  model?: string
  manifest?: string
  /** The TensorFlow.js backend. Default: WebGL on a real GPU, else WASM. */
  backend?: Backend
  createWorker?: () => WorkerPort
  /** Creates the downscaled copy of the photo that is transferred to the worker. */
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
}

/**
 * A running worker of the page. `ended` aborts all calls to the worker. Its abort reason becomes the error of these
 * calls.
 */
interface Running {
  worker: WorkerOf<SegmentationWorker>
  ended: AbortController
}

/** Calls the worker for one job. `signal` aborts the calls. */
type Job<T> = (worker: WorkerOf<SegmentationWorker>, setup: WorkerSetup, signal: AbortSignal) => Promise<Outcome<T>>

/**
 * Sends calls to a segmentation worker. Starts the worker at the first call, and starts a fresh worker after a failure.
 */
export class SegmentationClient {
  readonly #createWorker: () => WorkerPort
  readonly #latest = new Map<string, ReturnType<typeof createLatestTask>>()
  #setup: WorkerSetup
  #running: Running | null = null

  /** `name`: name of the worker in the console and the developer tools. */
  constructor(name: string, { model = DEFAULT_MODEL, manifest = MANIFEST_URL, backend, createWorker }: ClientOptions) {
    this.#setup = { manifest, model, backend: backend ?? null }
    this.#createWorker =
      createWorker ??
      (() => new Worker(new URL('./worker/segmentation.worker.ts', import.meta.url), { type: 'module', name }))
  }

  /** Runs the calls of one job and aborts a running job of the same `kind`. After a failure, starts a fresh worker. */
  async perform<T>(kind: string, job: Job<T>, signal: AbortSignal): Promise<Result<T, SegmentError>> {
    if (signal.aborted) return err('aborted')
    const latest = this.#latest.get(kind) ?? createLatestTask()
    this.#latest.set(kind, latest)
    return latest.run((newer) => this.#perform(job, AbortSignal.any([signal, newer])))
  }

  cancel(): void {
    for (const latest of this.#latest.values()) latest.cancel()
  }

  /** Runs a job, and repeats it on WASM if the graphics driver returned unusable values. */
  async #perform<T>(job: Job<T>, signal: AbortSignal): Promise<Result<T, SegmentError>> {
    const outcome = await this.#tryOnce(job, signal)
    if (outcome.ok) return outcome
    if (outcome.error !== 'webgl-broken') return err(outcome.error)
    this.#setup = { ...this.#setup, backend: 'wasm' }
    return this.#perform(job, signal)
  }

  memory(): Promise<SegmenterMemory> {
    return callWorker(this.#start().worker, 'memory', [])
  }

  /**
   * Ends the worker, because only ending a worker frees its memory (over 200 MB). Starts a fresh worker and loads its
   * network.
   */
  renew(): void {
    this.end('aborted')
    const { worker, ended } = this.#start()
    // if loading fails, the next job loads again
    callWorker(worker, 'load', [this.#setup], { signal: ended.signal }).catch(() => null)
  }

  /** Terminates the worker and ends all jobs with `error`. */
  end(error: SegmentError | 'webgl-broken'): void {
    this.#running?.worker.terminate()
    this.#running?.ended.abort(error)
    this.#running = null
  }

  #start(): Running {
    this.#running ??= { worker: openWorker(this.#createWorker()), ended: new AbortController() }
    return this.#running
  }

  async #tryOnce<T>(job: Job<T>, signal: AbortSignal): Promise<Outcome<T>> {
    if (signal.aborted) return err('aborted')
    const { worker, ended } = this.#start()
    try {
      const outcome = await job(worker, this.#setup, AbortSignal.any([signal, ended.signal]))
      const isWorkerLost = !outcome.ok && (outcome.error === 'out-of-memory' || outcome.error === 'webgl-broken')
      if (isWorkerLost && !ended.signal.aborted) this.end(outcome.error)
      return signal.aborted ? err('aborted') : outcome
    } catch (cause) {
      if (signal.aborted) return err('aborted')
      if (ended.signal.aborted) return err(ended.signal.reason)
      console.error('segmenter: the worker failed', cause)
      this.end('model-unavailable')
      return err('model-unavailable')
    }
  }
}

/**
 * Maximum side of the photo's copy, px. The copy doesn't reduce the quality, because the networks' inputs have at most
 * 1024 px per side.
 */
const MAX_SIDE = 1280

/**
 * Returns an sRGB copy of the photo for the worker, because the networks were trained with sRGB. Each side is at most
 * 1280 px, because copying 48 MP blocks the page for 0.5 s in Chromium. Rejects when `image` is closed.
 */
export function downscaledCopy(image: ImageBitmap): Promise<ImageBitmap> {
  return srgbCopy(image, { width: Math.min(image.width, MAX_SIDE), height: Math.min(image.height, MAX_SIDE) })
}

/** A segmenter that reports the memory of its worker. */
export type MeasurableSegmenter = ReturnType<typeof createSegmenter>
export type Segmenter = Pick<MeasurableSegmenter, 'segment' | 'dispose'>

/** Creates the segmenter. Its worker starts at the first photo. */
export function createSegmenter({ copy = downscaledCopy, ...options }: ClientOptions = {}) {
  const client = new SegmentationClient('segmenter', options)
  return {
    /**
     * Computes the matte of the subject at the size of `image`. The caller owns `image`. A newer call aborts an older
     * call.
     */
    async segment(image: ImageBitmap, { signal, onProgress }: SegmentOptions): Promise<Result<Coverage, SegmentError>> {
      const { width, height } = image
      const found = await client.perform(
        'segment',
        async (worker, setup, signal) => {
          const small = await copy(image)
          if (signal.aborted) small.close()
          return callWorker(worker, 'segment', [setup, small, { width, height }], {
            ...{ signal, onProgress },
            transfer: [small],
          })
        },
        signal,
      )
      if (!found.ok) return found
      if (found.value.backend === 'wasm') client.renew()
      return ok({ width, height, coverage: found.value.coverage })
    },
    memory: (): Promise<SegmenterMemory> => client.memory(),
    dispose: (): void => client.end('aborted'),
  }
}
