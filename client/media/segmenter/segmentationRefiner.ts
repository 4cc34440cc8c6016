/**
 * The better matte, and segmentation from the user's clicks and boxes. They run in a second worker, so that the first
 * matte of a new photo never waits. The refiner works on one photo at a time: a task for another photo aborts all
 * others.
 */
import { err, ok, type Result } from '../../kit/base/result.ts'
import { downscaledCopy } from './downscale.ts'
import { MANIFEST_URL } from './modelManifest.ts'
import { type JobOutcome, RefinementJobs } from './refinementJobs.ts'
import type {
  Choice,
  Choices,
  MaskPreview,
  Reading,
  RefinementResult,
  RefinementTask,
  RefinerCommand,
  RefinerMessage,
  SegmentStart,
} from './refinerProtocol.ts'
import type { Matte, SegmentOptions } from './segmenter.ts'
import type { Backend, SegmentError, SegmenterMemory } from './segmenterProtocol.ts'
import { WorkerConnection, type WorkerPort } from './workerConnection.ts'

export type {
  Choice,
  ChoicePoint,
  ChoiceStart,
  GridMask,
  MaskPreview,
  Reading,
  SegmentStart,
} from './refinerProtocol.ts'

/** Part of every refined matte's cache key. A change of the pipeline needs another id. */
export const PIPELINE_ID = 'u2netp+mobilesam+selfie-4'

/** The matte of the automatic segmentation. */
export interface FoundMatte extends Matte {
  /** False when the user may mean another subject. */
  isConfident: boolean
  /** What the subject may be, most likely first; the first is this matte. */
  readings: readonly Reading[]
}

/**
 * Computes the better matte and the mattes of selections. Every method fails with a SegmentError. It works on one photo
 * at a time: a task for another photo aborts all others.
 */
export interface SegmentationRefiner {
  /**
   * Returns the matte of the automatic segmentation. `photo` stays the caller's and must stay open until the promise settles.
   */
  find(photo: ImageBitmap, options: SegmentOptions): Promise<Result<FoundMatte, SegmentError>>
  /**
   * Returns a small mask of the area that `choice` would add or remove after `before`. A newer call aborts the older.
   */
  previewChoice(
    photo: ImageBitmap,
    choice: Choice,
    before: Choices,
    options: SegmentOptions,
  ): Promise<Result<MaskPreview, SegmentError>>
  /** Returns small masks of possible subjects and parts of subjects, best first. */
  hypotheses(photo: ImageBitmap, options: SegmentOptions): Promise<Result<MaskPreview[], SegmentError>>
  /**
   * Returns a small mask of each person, from left to right; `person-0` and so on start the selections of them. Empty when
   * nobody is found.
   */
  eachPerson(photo: ImageBitmap, options: SegmentOptions): Promise<Result<MaskPreview[], SegmentError>>
  /** Returns the matte of a selection: `start` followed by `choices`. */
  segmentChoices(
    photo: ImageBitmap,
    start: SegmentStart,
    choices: readonly Choice[],
    options: SegmentOptions,
  ): Promise<Result<Matte, SegmentError>>
  memory(): Promise<SegmenterMemory>
  dispose(): void
}

interface SegmentationRefinerOptions {
  manifest?: string
  backend?: Backend
  /** The remaining options replace browser functions in tests. */
  createWorker?: () => WorkerPort
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
  cut?: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
}

/** Creates the refiner. Its worker starts with the first task. */
export function createSegmentationRefiner(options: SegmentationRefinerOptions = {}): SegmentationRefiner {
  const client = new RefinerClient(options)
  return {
    async find(photo, options) {
      const found = await client.perform(photo, { kind: 'find' }, 'found', options)
      if (!found.ok) return found
      const { coverage, isInDoubt, readings } = found.value
      return ok({ width: photo.width, height: photo.height, coverage, isConfident: !isInDoubt, readings })
    },
    async segmentChoices(photo, start, choices, options) {
      const segmented = await client.perform(photo, { kind: 'segment', start, choices }, 'matte', options)
      if (!segmented.ok) return segmented
      return ok({ width: photo.width, height: photo.height, coverage: segmented.value.coverage })
    },
    async hypotheses(photo, options) {
      const found = await client.perform(photo, { kind: 'hypotheses' }, 'previews', options)
      return found.ok ? ok(found.value.previews) : found
    },
    async eachPerson(photo, options) {
      const found = await client.perform(photo, { kind: 'each-person' }, 'previews', options)
      return found.ok ? ok(found.value.previews) : found
    },
    async previewChoice(photo, choice, before, options) {
      const found = await client.perform(photo, { kind: 'preview', choice, before }, 'previews', options)
      if (!found.ok) return found
      const [first] = found.value.previews
      return first ? ok(first) : err('no-subject')
    },
    memory: () => client.memory(),
    dispose: () => client.dispose(),
  }
}

/** Sends tasks to the worker, hands it the photo, and retries on WASM when WebGL fails. */
class RefinerClient {
  readonly #copy: (image: ImageBitmap) => Promise<ImageBitmap>
  readonly #cut: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
  readonly #jobs = new RefinementJobs()
  readonly #worker: WorkerConnection<RefinerCommand, RefinerMessage>
  #backend: Backend | null
  /** The photo that the worker has or gets. `isSent` is false when the photo could not be copied. */
  #current: { photo: ImageBitmap; isSent: Promise<boolean> } | null = null
  #onMemory: ((memory: SegmenterMemory) => void)[] = []

  constructor(options: SegmentationRefinerOptions) {
    const { manifest = MANIFEST_URL, createWorker = startWorker, copy = downscaledCopy, cut = rowsOf } = options
    this.#copy = copy
    this.#cut = cut
    this.#backend = options.backend ?? null
    this.#worker = new WorkerConnection<RefinerCommand, RefinerMessage>({
      name: 'refiner',
      createWorker,
      startMessage: () => ({ type: 'start', manifest, backend: this.#backend }),
      onMessage: (message) => this.#receive(message),
      onFailure: () => this.#endWorker('model-unavailable'),
    })
  }

  /** Performs a task whose answer is of the given kind. */
  async perform<K extends RefinementResult['kind']>(
    photo: ImageBitmap,
    task: RefinementTask,
    kind: K,
    options: SegmentOptions,
  ): Promise<Result<Extract<RefinementResult, { kind: K }>, SegmentError>> {
    const result = await this.#perform(photo, task, options)
    if (!result.ok) return result
    if (!isOfKind(result.value, kind))
      throw new Error(`refiner: '${task.kind}' was answered with '${result.value.kind}'`)
    return ok(result.value)
  }

  memory(): Promise<SegmenterMemory> {
    return new Promise((resolve) => {
      this.#onMemory.push(resolve)
      this.#worker.send({ type: 'measure' })
    })
  }

  dispose(): void {
    this.#endWorker('aborted')
  }

  /** Performs a task on the present backend, and again on WASM if the graphics driver returned unusable values. */
  async #perform(
    photo: ImageBitmap,
    task: RefinementTask,
    options: SegmentOptions,
  ): Promise<Result<RefinementResult, SegmentError>> {
    if (options.signal.aborted) return err('aborted')
    const outcome = await this.#tryOnce(photo, task, options)
    if (outcome.ok) return outcome
    if (outcome.error !== 'webgl-broken') return err(outcome.error)
    this.#backend = 'wasm'
    return this.#perform(photo, task, options)
  }

  async #tryOnce(photo: ImageBitmap, task: RefinementTask, options: SegmentOptions): Promise<JobOutcome> {
    if (this.#current?.photo !== photo) {
      for (const job of this.#jobs.ids()) this.#abort(job)
      this.#current = { photo, isSent: this.#sendPhoto(photo) }
    }
    const isSent = await this.#current.isSent
    if (this.#current?.photo !== photo || options.signal.aborted) return err('aborted')
    if (!isSent) {
      this.#current = null
      return err('out-of-memory')
    }
    return this.#startJob(photo, task, options)
  }

  /** A newer job replaces an older one of its kind. */
  #startJob(photo: ImageBitmap, task: RefinementTask, { signal, onProgress }: SegmentOptions): Promise<JobOutcome> {
    return new Promise((resolve) => {
      for (const older of this.#jobs.ids(task.kind)) this.#abort(older)
      const onAbort = () => this.#abort(job)
      const job = this.#jobs.add({
        photo,
        kind: task.kind,
        onProgress,
        onSettled(outcome) {
          signal.removeEventListener('abort', onAbort)
          resolve(outcome)
        },
      })
      signal.addEventListener('abort', onAbort)
      this.#worker.send({ type: 'task', job, task })
    })
  }

  #abort(job: number): void {
    this.#worker.sendIfRunning({ type: 'abort', job })
    this.#jobs.settle(job, err('aborted'))
  }

  /** Resolves with false when the photo could not be copied: it was closed, or memory ran out. */
  async #sendPhoto(photo: ImageBitmap): Promise<boolean> {
    try {
      const image = await this.#copy(photo)
      const size = { width: photo.width, height: photo.height }
      if (this.#current?.photo === photo) this.#worker.send({ type: 'photo', image, size }, [image])
      else image.close()
      return true
    } catch (cause) {
      console.error('refiner: the photo could not be copied', cause)
      return false
    }
  }

  #receive(message: RefinerMessage): void {
    if (message.type === 'memory') {
      for (const resolve of this.#onMemory.splice(0)) resolve(message.memory)
      return
    }
    const job = this.#jobs.get(message.job)
    if (!job) return // it was aborted meanwhile
    switch (message.type) {
      case 'progress':
        job.onProgress?.(message.progress)
        return
      case 'request-rows':
        void this.#sendRows(message.job, job.photo, message.top, message.height) // handles its own errors
        return
      case 'done':
        this.#jobs.settle(message.job, ok(message.result))
        return
      case 'failed':
        console.warn(`refiner: ${message.error}: ${message.reason}`)
        if (message.error === 'no-subject' || message.error === 'model-unavailable')
          this.#jobs.settle(message.job, err(message.error))
        else this.#endWorker(message.error)
    }
  }

  async #sendRows(job: number, photo: ImageBitmap, top: number, height: number): Promise<void> {
    try {
      const image = await this.#cut(photo, top, height)
      this.#worker.send({ type: 'rows', job, image }, [image])
    } catch (cause) {
      // The photo of a job that has ended may be closed.
      if (this.#jobs.get(job)) this.#worker.fail(String(cause))
    }
  }

  /** Frees the worker's memory and ends all jobs. The next job starts a fresh worker. */
  #endWorker(error: SegmentError | 'webgl-broken'): void {
    this.#worker.terminate()
    this.#current = null
    this.#jobs.settleAll(error)
  }
}

const isOfKind = <K extends RefinementResult['kind']>(
  result: RefinementResult,
  kind: K,
): result is Extract<RefinementResult, { kind: K }> => result.kind === kind

const rowsOf = (image: ImageBitmap, top: number, height: number) =>
  createImageBitmap(image, 0, top, image.width, height)

const startWorker = (): WorkerPort =>
  new Worker(new URL('./worker/refinement.worker.ts', import.meta.url), { type: 'module', name: 'refiner' })
