/**
 * The segmentation of photos: the quick matte, the better matte, and mattes from the user's clicks and boxes. One
 * worker computes all of them. The quick matte of a new photo has priority.
 */
import { type ArgumentsOf, callWorker, type ResultOf, type WorkerPort } from '#client/kit/async/callWorker.ts'
import { whenIdle } from '#client/kit/async/scheduling.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { storeChoice, storedChoice } from './encoderChoice.ts'
import { MANIFEST_URL } from './modelManifest.ts'
import type {
  Backend,
  MaskPreview,
  Outcome,
  ReadonlySelection,
  SegmentError,
  SegmentOptions,
  SegmentStart,
  SelectedCoverage,
  SelectionInput,
  SubjectCandidate,
  WebglSettings,
  WorkerSetup,
} from './segmentationTypes.ts'
import { type CopyOptions, SentPhotos, type Use } from './sentPhotos.ts'
import type { SegmentationWorker } from './worker/segmentation.worker.ts'
import { WorkerClient } from './workerClient.ts'

/** Name of the pipeline, in `separation.model`. Change it with the pipeline. */
export const PIPELINE_ID = 'u2netp+mobilesam+selfie-7'

/** The matte of the automatic segmentation. */
export interface FoundMatte extends Coverage {
  /** False if the automatic mask is probably not the subject that the user wants (`isInDoubt`). */
  isConfident: boolean
  /** Candidate masks of the subject, most likely first. The first candidate is the mask of this matte. */
  candidates: readonly SubjectCandidate[]
}

/** Options of a segmentation. Most replace a default for tests and measurements. */
export interface SegmentationOptions extends CopyOptions {
  manifest?: string
  /** The backend of the encoder. Default: the faster backend on this device, or WebAssembly before the measurement. */
  encoder?: Backend
  webgl?: Partial<WebglSettings>
  /**
   * If true, the worker measures after the first better matte which backend of the encoder is faster on this device.
   */
  measuresEncoder?: boolean
  createWorker?: () => WorkerPort
}

export type Segmentation = ReturnType<typeof createSegmentation>
export type Segmenter = Segmentation['segmenter']
export type SegmentationRefiner = Segmentation['refiner']
type Found<T> = Promise<Result<T, SegmentError>>
type TaskMethod =
  | 'segment'
  | 'find'
  | 'segmentSelection'
  | 'candidateMasks'
  | 'eachPerson'
  | 'previewInput'
  | 'measureEncoder'
type TaskResult<M extends TaskMethod> = ResultOf<SegmentationWorker[M]> extends Promise<Outcome<infer T>> ? T : never
type Tail<A> = A extends [number, ...infer Rest] ? Rest : never

const QUICK = 'segment'
const MEASUREMENT = 'measureEncoder'

/**
 * Creates the segmentation. Its worker starts with the first task, or with `warmUp`. A newer call of a method aborts
 * the older call of the same method and `kind`. A task for another photo aborts all tasks of the refiner.
 */
export function createSegmentation({ createWorker, ...options }: SegmentationOptions = {}) {
  const tasks = new PhotoTasks(options, createWorker)
  const sized = ({ width, height }: ImageBitmap, found: Result<Coverage['coverage'], SegmentError>) =>
    found.ok ? ok({ width, height, coverage: found.value }) : found

  return {
    segmenter: {
      /** Computes the quick matte of the subject at the size of `image`. The caller owns `image`. */
      segment: async (image: ImageBitmap, options: SegmentOptions): Found<Coverage> =>
        sized(image, await tasks.perform('quick', image, QUICK, [], options)),
      /** Starts the worker, which loads the network of the quick matte. */
      warmUp(): void {
        tasks.client.start()
      },
    },
    refiner: {
      /** Returns the matte of the automatic segmentation. The caller owns `photo` and closes it after the call. */
      async find(photo: ImageBitmap, options: SegmentOptions): Found<FoundMatte> {
        const found = await tasks.perform('task', photo, 'find', [], options)
        if (!found.ok) return found
        const { coverage, isInDoubt, candidates } = found.value
        tasks.measureLater(photo)
        return ok({ width: photo.width, height: photo.height, coverage, isConfident: !isInDoubt, candidates })
      },
      /** Returns the matte of the selection that consists of `start` and the later `choices`. */
      segmentSelection: async (
        photo: ImageBitmap,
        start: SegmentStart,
        choices: readonly SelectionInput[],
        options: SegmentOptions,
      ): Found<SelectedCoverage> => {
        const found = await tasks.perform('task', photo, 'segmentSelection', [start, choices], options)
        return found.ok ? ok({ width: photo.width, height: photo.height, ...found.value }) : found
      },
      /**
       * Returns small masks of possible subjects and their parts, best first. `findsPeople`: whether to search for
       * people too, which `isOneOfSeveral` needs.
       */
      candidateMasks: (
        photo: ImageBitmap,
        { findsPeople = false, ...options }: SegmentOptions & { findsPeople?: boolean },
      ): Found<MaskPreview[]> => tasks.perform('task', photo, 'candidateMasks', [findsPeople], options),
      /**
       * Returns a small mask of each person, from left to right. A selection of these people starts with `person-0`,
       * `person-1` …
       */
      eachPerson: (photo: ImageBitmap, options: SegmentOptions): Found<MaskPreview[]> =>
        tasks.perform('task', photo, 'eachPerson', [], options),
      /** Returns a small mask of the area that `choice` would add to, or remove from, the selection `before`. */
      previewInput: (
        photo: ImageBitmap,
        choice: SelectionInput,
        before: ReadonlySelection,
        options: SegmentOptions,
      ): Found<MaskPreview> => tasks.perform('task', photo, 'previewInput', [choice, before], options),
      /** Aborts all tasks, and frees the photo. */
      leave: () => tasks.leave(),
    },
    memory: () => tasks.client.memory(),
    dispose: () => tasks.dispose(),
  }
}

/** Performs tasks on photos in the worker. */
class PhotoTasks {
  readonly client: WorkerClient
  readonly #photos: SentPhotos
  readonly #options: SegmentationOptions
  readonly #measuring = new AbortController()

  constructor(options: SegmentationOptions, createWorker: SegmentationOptions['createWorker']) {
    this.#options = options
    this.client = new WorkerClient(() => setupOf(options), createWorker)
    this.#photos = new SentPhotos(options)
  }

  async perform<M extends TaskMethod>(
    use: Use,
    photo: ImageBitmap,
    method: M,
    args: Tail<ArgumentsOf<SegmentationWorker[M]>>,
    { signal, onProgress, onSent, kind }: SegmentOptions,
  ): Found<TaskResult<M>> {
    if (signal.aborted) return err('aborted')
    if (use === 'task') {
      const isSame = this.#photos.isLast(use, photo)
      this.client.cancel((kind) => kind === MEASUREMENT || (!isSame && kind !== QUICK))
    }
    return this.client.perform(
      kind ?? method,
      async (worker, signal) => {
        const sent = await this.#photos.send(use, photo, worker)
        if (!sent.ok) return sent
        onSent?.()
        // safe casts: each method takes these arguments, reports SegmentProgress, and returns this type
        const all = [sent.value, ...args] as unknown as ArgumentsOf<SegmentationWorker[M]>
        const outcome = await callWorker(worker, method, all, { signal, onProgress: onProgress as never })
        return outcome as Outcome<TaskResult<M>>
      },
      signal,
    )
  }

  /** Compares the backends of the encoder on `photo`, once per device. A newer task aborts the comparison. */
  measureLater(photo: ImageBitmap): void {
    if (!this.#options.measuresEncoder || this.#options.encoder || storedChoice()) return
    const { signal } = this.#measuring
    whenIdle(async () => {
      if (signal.aborted || !this.#photos.isLast('task', photo)) return
      const measured = await this.perform('task', photo, MEASUREMENT, [], { signal })
      if (measured.ok && measured.value) storeChoice(measured.value)
    }, 'quiet')
  }

  /** Aborts all tasks of the refiner, and frees their photo. */
  leave(): void {
    this.client.cancel((kind) => kind !== QUICK)
    this.#photos.drop('task')
  }

  dispose(): void {
    this.#measuring.abort()
    this.client.end('aborted')
  }
}

function setupOf({ manifest = MANIFEST_URL, encoder, webgl = {} }: SegmentationOptions): WorkerSetup {
  if (encoder) return { manifest, encoder, gpu: null, webgl }
  const choice = storedChoice()
  return { manifest, encoder: choice?.backend ?? 'wasm', gpu: choice?.gpu ?? '', webgl }
}
