/**
 * Computes the refined matte, and mattes from the user's clicks and boxes, in a separate worker. These computations
 * therefore don't delay the first matte of a new photo.
 */
import { proxy, transfer } from 'comlink'
import { type ArgumentsOf, callWorker, type ResultOf, type WorkerOf } from '#client/kit/base/callWorker.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import type {
  Choice,
  Choices,
  MaskPreview,
  Outcome,
  SegmentError,
  SegmenterMemory,
  SegmentOptions,
  SegmentStart,
  SubjectCandidate,
  WorkerSetup,
} from './segmentation.ts'
import { type ClientOptions, downscaledCopy, SegmentationClient } from './segmenter.ts'
import type { SegmentationWorker } from './worker/segmentation.worker.ts'

/**
 * Part of every refined matte's cache key. Change this id whenever the pipeline changes, so that older mattes are
 * recomputed.
 */
export const PIPELINE_ID = 'u2netp+mobilesam+selfie-4'

/** The matte of the automatic segmentation. */
export interface FoundMatte extends Coverage {
  /** False if the automatic mask is probably not the subject that the user wants (`isInDoubt`). */
  isConfident: boolean
  /** Candidate masks of the subject, most likely first. The first candidate is the mask of this matte. */
  candidates: readonly SubjectCandidate[]
}

interface SegmentationRefinerOptions extends ClientOptions {
  /** Returns `height` rows of the photo, beginning at row `top`. */
  cut?: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
}

export type SegmentationRefiner = ReturnType<typeof createSegmentationRefiner>
type Found<T> = Promise<Result<T, SegmentError>>
type TaskMethod = 'find' | 'segmentChoices' | 'candidateMasks' | 'eachPerson' | 'previewChoice'
type TaskResult<M extends TaskMethod> = ResultOf<SegmentationWorker[M]> extends Promise<Outcome<infer T>> ? T : never

/**
 * Creates the refiner. Its worker starts with the first task. A task for another photo aborts all tasks of the current
 * photo. A newer call of a method aborts the older call of the same method.
 */
export function createSegmentationRefiner(options: SegmentationRefinerOptions = {}) {
  const tasks = new RefinerTasks(options)
  return {
    /** Returns the matte of the automatic segmentation. The caller owns `photo` and closes it after the call. */
    async find(photo: ImageBitmap, options: SegmentOptions): Found<FoundMatte> {
      const found = await tasks.perform(photo, 'find', [], options)
      if (!found.ok) return found
      const { coverage, isInDoubt, candidates } = found.value
      return ok({ width: photo.width, height: photo.height, coverage, isConfident: !isInDoubt, candidates })
    },
    /** Returns the matte of the selection that consists of `start` and the later `choices`. */
    async segmentChoices(
      photo: ImageBitmap,
      start: SegmentStart,
      choices: readonly Choice[],
      options: SegmentOptions,
    ): Found<Coverage> {
      const segmented = await tasks.perform(photo, 'segmentChoices', [start, choices], options)
      return segmented.ok ? ok({ width: photo.width, height: photo.height, coverage: segmented.value }) : segmented
    },
    /** Returns small masks of possible subjects and their parts, best first. */
    candidateMasks: (photo: ImageBitmap, options: SegmentOptions): Found<MaskPreview[]> =>
      tasks.perform(photo, 'candidateMasks', [], options),
    /**
     * Returns a small mask of each person, from left to right. A selection of these people starts with `person-0`,
     * `person-1` …
     */
    eachPerson: (photo: ImageBitmap, options: SegmentOptions): Found<MaskPreview[]> =>
      tasks.perform(photo, 'eachPerson', [], options),
    /** Returns a small mask of the area that `choice` would add to, or remove from, the selection `before`. */
    previewChoice: (photo: ImageBitmap, choice: Choice, before: Choices, options: SegmentOptions): Found<MaskPreview> =>
      tasks.perform(photo, 'previewChoice', [choice, before], options),
    memory: (): Promise<SegmenterMemory> => tasks.client.memory(),
    dispose: (): void => tasks.client.end('aborted'),
  }
}

/** Runs tasks in the worker. Sends the photo to the worker before the first task. */
class RefinerTasks {
  readonly client: SegmentationClient
  readonly #copy: (image: ImageBitmap) => Promise<ImageBitmap>
  readonly #cut: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
  #photo: ImageBitmap | null = null
  /** The photo that was sent to a worker. `isSent` resolves with false if the photo could not be copied. */
  #sent: { photo: ImageBitmap; worker: WorkerOf<SegmentationWorker>; isSent: Promise<boolean> } | null = null

  constructor({ copy = downscaledCopy, cut = rowsOf, ...options }: SegmentationRefinerOptions) {
    this.client = new SegmentationClient('refiner', options)
    this.#copy = copy
    this.#cut = cut
  }

  async perform<M extends TaskMethod>(
    photo: ImageBitmap,
    method: M,
    args: ArgumentsOf<SegmentationWorker[M]>,
    { signal, onProgress }: SegmentOptions,
  ): Found<TaskResult<M>> {
    if (signal.aborted) return err('aborted')
    if (this.#photo !== photo) this.client.cancel()
    this.#photo = photo
    return this.client.perform(
      method,
      async (worker, setup, signal) => {
        if (this.#sent?.photo !== photo || this.#sent.worker !== worker)
          this.#sent = { photo, worker, isSent: this.#send(photo, worker, setup) }
        if (await this.#sent.isSent) {
          // safe cast: each method reports SegmentProgress
          const outcome = await callWorker(worker, method, args, { signal, onProgress: onProgress as never })
          return outcome as Outcome<TaskResult<M>> // safe cast: `method` returns this type
        }
        this.#sent = null
        return err('out-of-memory')
      },
      signal,
    )
  }

  /** Resolves with false if the photo could not be copied, because it was closed or memory ran out. */
  async #send(photo: ImageBitmap, worker: WorkerOf<SegmentationWorker>, setup: WorkerSetup): Promise<boolean> {
    try {
      const image = await this.#copy(photo)
      const size = { width: photo.width, height: photo.height }
      const fetchRows = proxy(async (top: number, height: number) => {
        const rows = await this.#cut(photo, top, height)
        return transfer(rows, [rows])
      })
      if (this.#photo !== photo) image.close()
      // if sending the photo fails, the task fails for the same reason
      else callWorker(worker, 'setPhoto', [setup, image, size, fetchRows], { transfer: [image] }).catch(() => null)
      return true
    } catch (cause) {
      console.error('refiner: the photo could not be copied', cause)
      return false
    }
  }
}

const rowsOf = (image: ImageBitmap, top: number, height: number) =>
  createImageBitmap(image, 0, top, image.width, height)
