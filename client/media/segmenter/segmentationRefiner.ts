/**
 * Computes the refined matte, and mattes from the user's clicks and boxes. A second worker computes them, so that the
 * first matte of a new photo isn't delayed.
 */
import { proxy, transfer } from 'comlink'
import { callWorker, type WorkerOf } from '#client/kit/base/callWorker.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type {
  Choice,
  Choices,
  MaskPreview,
  Matte,
  Outcome,
  SegmentError,
  SegmenterMemory,
  SegmentOptions,
  SegmentProgress,
  SegmentStart,
  SubjectCandidate,
  WorkerSetup,
} from './segmentation.ts'
import { type ClientOptions, downscaledCopy, SegmentationClient } from './segmentationClient.ts'
import type { SegmentationWorker } from './worker/segmentation.worker.ts'

export type {
  Choice,
  ChoicePoint,
  ChoiceStart,
  GridMask,
  MaskPreview,
  SegmentStart,
  SubjectCandidate,
} from './segmentation.ts'

/** Part of every refined matte's cache key. A change of the pipeline needs another id. */
export const PIPELINE_ID = 'u2netp+mobilesam+selfie-4'

/** The matte of the automatic segmentation. */
export interface FoundMatte extends Matte {
  /** False when the subject is uncertain. */
  isConfident: boolean
  /** Candidate masks of the subject, most likely first. The first mask is this matte. */
  candidates: readonly SubjectCandidate[]
}

/**
 * Computes the refined matte and the mattes of selections. Every method fails with a SegmentError. A task for another
 * photo aborts all tasks of the current photo.
 */
export interface SegmentationRefiner {
  /**
   * Returns the matte of the automatic segmentation. The caller owns `photo` and closes it after the promise settles.
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
  candidateMasks(photo: ImageBitmap, options: SegmentOptions): Promise<Result<MaskPreview[], SegmentError>>
  /**
   * Returns a small mask of each person, from left to right; Their selections start with `person-0`, `person-1` and so
   * on. Empty when the photo shows no person.
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

interface SegmentationRefinerOptions extends ClientOptions {
  /** The remaining options replace browser functions in tests. */
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
  cut?: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
}

/** Creates the refiner. Its worker starts with the first task. */
export function createSegmentationRefiner(options: SegmentationRefinerOptions = {}): SegmentationRefiner {
  const tasks = new RefinerTasks(options)
  return {
    async find(photo, options) {
      const found = await tasks.perform(photo, 'find', options, (call) =>
        callWorker(call.worker, 'find', [call.setup, call.readRows], call.options),
      )
      if (!found.ok) return found
      const { coverage, isInDoubt, candidates } = found.value
      return ok({ width: photo.width, height: photo.height, coverage, isConfident: !isInDoubt, candidates })
    },
    async segmentChoices(photo, start, choices, options) {
      const segmented = await tasks.perform(photo, 'segment', options, (call) =>
        callWorker(call.worker, 'segmentChoices', [call.setup, start, choices, call.readRows], call.options),
      )
      return segmented.ok ? ok({ width: photo.width, height: photo.height, coverage: segmented.value }) : segmented
    },
    candidateMasks: (photo, options) =>
      tasks.perform(photo, 'candidateMasks', options, (call) =>
        callWorker(call.worker, 'candidateMasks', [call.setup], call.options),
      ),
    eachPerson: (photo, options) =>
      tasks.perform(photo, 'each-person', options, (call) =>
        callWorker(call.worker, 'eachPerson', [call.setup], call.options),
      ),
    previewChoice: (photo, choice, before, options) =>
      tasks.perform(photo, 'preview', options, (call) =>
        callWorker(call.worker, 'previewChoice', [call.setup, choice, before], call.options),
      ),
    memory: () => tasks.client.memory(),
    dispose: () => tasks.client.end('aborted'),
  }
}

/** The arguments of a call to the worker. */
interface TaskCall {
  worker: WorkerOf<SegmentationWorker>
  setup: WorkerSetup
  options: { signal: AbortSignal; onProgress: ((progress: SegmentProgress) => void) | undefined }
  /** Returns rows of the photo at its own size to the worker. */
  readRows: (top: number, height: number) => Promise<ImageBitmap>
}

/** Sends the photo to the worker before its first task. A newer task aborts the older task of the same kind. */
class RefinerTasks {
  readonly client: SegmentationClient
  readonly #copy: (image: ImageBitmap) => Promise<ImageBitmap>
  readonly #cut: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
  #photo: ImageBitmap | null = null
  /** The running task of each kind. */
  readonly #running = new Map<string, AbortController>()
  /** The photo that was sent to a worker. `isSent` resolves with false when the photo could not be copied. */
  #sent: { photo: ImageBitmap; worker: WorkerOf<SegmentationWorker>; isSent: Promise<boolean> } | null = null

  constructor({ copy = downscaledCopy, cut = rowsOf, ...options }: SegmentationRefinerOptions) {
    this.client = new SegmentationClient('refiner', options)
    this.#copy = copy
    this.#cut = cut
  }

  async perform<T>(
    photo: ImageBitmap,
    kind: string,
    { signal, onProgress }: SegmentOptions,
    send: (call: TaskCall) => Promise<Outcome<T>>,
  ): Promise<Result<T, SegmentError>> {
    if (signal.aborted) return err('aborted')
    const own = new AbortController()
    if (this.#photo !== photo) for (const older of this.#running.values()) older.abort()
    else this.#running.get(kind)?.abort()
    this.#photo = photo
    this.#running.set(kind, own)
    const readRows = proxy(async (top: number, height: number) => {
      const rows = await this.#cut(photo, top, height)
      return transfer(rows, [rows])
    })
    return this.client.perform(
      async (worker, setup, signal) => {
        if (this.#sent?.photo !== photo || this.#sent.worker !== worker)
          this.#sent = { photo, worker, isSent: this.#send(photo, worker) }
        const { isSent } = this.#sent
        if (!(await isSent)) {
          this.#sent = null
          return err('out-of-memory')
        }
        return send({ worker, setup, options: { signal, onProgress }, readRows })
      },
      AbortSignal.any([signal, own.signal]),
    )
  }

  /** Resolves with false when the photo could not be copied: it was closed, or memory ran out. */
  async #send(photo: ImageBitmap, worker: WorkerOf<SegmentationWorker>): Promise<boolean> {
    try {
      const image = await this.#copy(photo)
      const size = { width: photo.width, height: photo.height }
      if (this.#photo !== photo) image.close()
      else void callWorker(worker, 'setPhoto', [image, size], { transfer: [image] }).catch(() => null) // the task fails with the same cause
      return true
    } catch (cause) {
      console.error('refiner: the photo could not be copied', cause)
      return false
    }
  }
}

const rowsOf = (image: ImageBitmap, top: number, height: number) =>
  createImageBitmap(image, 0, top, image.width, height)
