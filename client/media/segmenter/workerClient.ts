/** Sends calls to the worker that segments photos. */
import { callWorker, openWorker, type WorkerOf, type WorkerPort } from '#client/kit/async/callWorker.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { err, type Result } from '#client/kit/values/result.ts'
import type { Outcome, SegmentError, SegmenterMemory, WorkerSetup } from './segmentationTypes.ts'
import type { SegmentationWorker } from './worker/segmentation.worker.ts'

/** A running worker of the page. `ended` aborts all calls. Its abort reason becomes the error of these calls. */
interface Running {
  worker: WorkerOf<SegmentationWorker>
  ended: AbortController
}

/** Calls the worker for one job. `signal` aborts the calls. */
type Job<T> = (worker: WorkerOf<SegmentationWorker>, signal: AbortSignal) => Promise<Outcome<T>>

const startWorker = (): WorkerPort =>
  new Worker(new URL('./worker/segmentation.worker.ts', import.meta.url), { type: 'module', name: 'segmenter' })

/** Starts the worker at the first call, and starts a fresh worker after a failure. */
export class WorkerClient {
  readonly #setup: () => WorkerSetup
  readonly #createWorker: () => WorkerPort
  readonly #latest = new Map<string, ReturnType<typeof createLatestTask>>()
  #running: Running | null = null

  /** `setup` is called for each worker. */
  constructor(setup: () => WorkerSetup, createWorker: () => WorkerPort = startWorker) {
    this.#setup = setup
    this.#createWorker = createWorker
  }

  /** Runs the calls of one job and aborts a running job of the same `kind`. After a failure, terminates the worker. */
  async perform<T>(kind: string, job: Job<T>, signal: AbortSignal): Promise<Result<T, SegmentError>> {
    if (signal.aborted) return err('aborted')
    const latest = this.#latest.get(kind) ?? createLatestTask()
    this.#latest.set(kind, latest)
    return latest.run((newer) => this.#tryOnce(job, AbortSignal.any([signal, newer])))
  }

  /** Aborts the jobs of some kinds. */
  cancel(isCanceled: (kind: string) => boolean): void {
    for (const [kind, latest] of this.#latest) if (isCanceled(kind)) latest.cancel()
  }

  memory(): Promise<SegmenterMemory> {
    return callWorker(this.start().worker, 'memory', [])
  }

  /** Terminates the worker and rejects all jobs with `error`. */
  end(error: SegmentError): void {
    this.#running?.worker.terminate()
    this.#running?.ended.abort(error)
    this.#running = null
  }

  /** Starts the worker unless it is running. The worker loads the network of the quick matte. */
  start(): Running {
    if (this.#running) return this.#running
    const running = { worker: openWorker<SegmentationWorker>(this.#createWorker()), ended: new AbortController() }
    this.#running = running
    // if loading fails, the next job loads again
    callWorker(running.worker, 'load', [this.#setup()], { signal: running.ended.signal }).catch(() => null)
    return running
  }

  async #tryOnce<T>(job: Job<T>, signal: AbortSignal): Promise<Outcome<T>> {
    if (signal.aborted) return err('aborted')
    const { worker, ended } = this.start()
    try {
      const outcome = await job(worker, AbortSignal.any([signal, ended.signal]))
      if (!outcome.ok && outcome.error === 'out-of-memory' && !ended.signal.aborted) this.end(outcome.error)
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
