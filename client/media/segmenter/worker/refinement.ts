/** The photos of the page, and the tasks on them: the quick matte, the automatic segmentation, clicks and boxes. */
import { transfer } from 'comlink'
import type { WorkerCall } from '#client/kit/async/callWorker.ts'
import { createQueue, yieldToMessages } from '#client/kit/async/scheduling.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { err } from '#client/kit/values/result.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { maskToCoverage } from '../pipeline/resample.ts'
import type {
  EncoderMeasurement,
  MaskPreview,
  Outcome,
  ReadonlySelection,
  SegmentProgress,
  SelectionInput,
} from '../segmentationTypes.ts'
import { measureEncoder as measure } from './measureEncoder.ts'
import { loadModels, reportLoadingTo } from './models.ts'
import { NoSubject, outcomeOf, PhotoClosed } from './outcome.ts'
import { type OnYield, PhotoAnalysis } from './photoAnalysis.ts'
import * as tasks from './refinementTasks.ts'

type Call = WorkerCall<SegmentProgress>
type Task<T> = (context: tasks.TaskContext) => Promise<T>
/** Requests rows of a photo at full size from the page. Resolves with null if the page has closed the photo. */
type FetchRows = (top: number, height: number) => Promise<ImageBitmap | null>

/** Size (px) and color space of a photo in the page. */
export type PhotoFormat = Size & { colorSpace: ColorSpace }

interface SentPhoto {
  analysis: PhotoAnalysis
  fetchRows: FetchRows
  /** The color space of the fetched rows. */
  colorSpace: ColorSpace
}

/** The photos that the page has sent, by their ids. */
const photos = new Map<number, SentPhoto>()
/** The errors of the photos whose pixels could not be read, by their ids. */
const readErrors = new Map<number, unknown>()
const waitingPreviews: { perform(): Promise<void>; drop(): void }[] = []
const inOrder = createQueue()
/** Queue of the quick mattes. All other tasks wait for this queue. */
const quickInOrder = createQueue()

/**
 * Stores a photo for later tasks. `image`: an sRGB copy, which may be smaller than the photo. If its pixels can't be
 * read, the tasks on the photo fail with the error.
 */
export async function putPhoto(
  id: number,
  image: ImageBitmap,
  { width, height, colorSpace }: PhotoFormat,
  fetchRows: FetchRows,
): Promise<void> {
  try {
    photos.set(id, { analysis: new PhotoAnalysis(pixelsOf(image), { width, height }), fetchRows, colorSpace })
  } catch (error) {
    readErrors.set(id, error)
  }
  image.close()
}

/** Stops the computations on a photo and frees its tensors. */
export async function releasePhoto(id: number): Promise<void> {
  const photo = photos.get(id)
  photos.delete(id)
  readErrors.delete(id)
  photo?.analysis.leave()
  await inOrder(() => photo?.analysis.dispose())
}

function photoOf(id: number): SentPhoto {
  const photo = photos.get(id)
  if (!photo) throw readErrors.get(id) ?? new Error('segmenter: a task was called without its photo')
  return photo
}

/** Fraction of the computation time that the network takes. The rest is the time for upscaling. */
const NETWORK_FRACTION = 0.9

/** Returns the quick matte at the photo's size. Runs between the steps of other tasks. */
export async function segment(id: number, call: Call): Promise<Outcome<Coverage['coverage']>> {
  reportLoadingTo(call)
  const done = await quickInOrder(() => outcomeOf(call, () => quickMatte(id, call)))
  return done.ok ? transfer(done, [done.value.buffer]) : done
}

async function quickMatte(id: number, { signal, onProgress }: Call): Promise<Coverage['coverage']> {
  const { analysis } = photoOf(id)
  const models = await loadModels()
  signal.throwIfAborted()
  const separating = (fraction: number) => onProgress({ stage: 'separating', fraction })
  separating(0)
  const { values, ...input } = await analysis.quickMask(models, async (done) => {
    await yieldToMessages()
    signal.throwIfAborted()
    separating(NETWORK_FRACTION * done)
  })
  const coverage = maskToCoverage(values, input, analysis.size)
  if (!coverage) throw new NoSubject('nothing stands out')
  separating(1)
  return coverage
}

/**
 * Returns a method that performs a task after all earlier tasks. Transfers the arrays of the task's result to the page.
 */
const queued =
  <Args extends unknown[], T>(task: (context: tasks.TaskContext, ...args: Args) => Promise<T>) =>
  async (id: number, ...[...given]: [...Args, Call]): Promise<Outcome<T>> => {
    const call = given.pop() as Call // safe cast: the last argument is always the call
    const performing = inOrder(() => perform(id, call, (context) => task(context, ...(given as unknown as Args))))
    void inOrder(() => releaseNetworks(id))
    const outcome = await performing
    return outcome.ok ? transfer(outcome, [...new Set(buffersIn(outcome.value))]) : outcome
  }

/** Finds the subject without clicks from the user. Returns its matte. */
export const find = queued(tasks.findSubject)
export const segmentSelection = queued(tasks.segmentSelection)
/** Returns small candidate masks of the subject, best first. */
export const candidateMasks = queued(tasks.candidateMasks)
/** Returns a small mask of each person, from left to right. */
export const eachPerson = queued(tasks.eachPerson)

/** Measures whether WebGL runs the encoder faster. Later photos use the faster backend. */
export const measureEncoder: (id: number, call: Call) => Promise<Outcome<EncoderMeasurement | null>> = queued(measure)

/**
 * Returns a small mask of the area that one more choice would add or remove. Used while the pointer rests on the photo.
 * Previews run between the steps of other tasks. Only the newest preview is computed.
 */
export function previewInput(
  id: number,
  choice: SelectionInput,
  before: ReadonlySelection,
  call: Call,
): Promise<Outcome<MaskPreview>> {
  return new Promise((resolve) => {
    waitingPreviews.push({
      perform: () => perform(id, call, (context) => tasks.previewInput(context, choice, before), true).then(resolve),
      drop: () => resolve(err('aborted')),
    })
    void inOrder(performNewestPreview)
    void inOrder(() => releaseNetworks(id))
  })
}

async function performNewestPreview(): Promise<void> {
  const newest = waitingPreviews.pop()
  for (const older of waitingPreviews.splice(0)) older.drop()
  await newest?.perform()
}

/** Returns the buffers of all byte arrays in a result. */
const buffersIn = (value: unknown): Transferable[] => {
  if (value instanceof Uint8Array) return [value.buffer as ArrayBuffer]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersIn) : []
}

/** Performs a task. Never rejects. */
function perform<T>(id: number, call: Call, task: Task<T>, isPreview = false): Promise<Outcome<T>> {
  return outcomeOf(call, async () => {
    const photo = photoOf(id)
    reportLoadingTo(call)
    const models = await loadModels()
    const onYield: OnYield = async (done) => {
      await yieldToMessages()
      await quickInOrder.idle()
      call.signal.throwIfAborted()
      if (photo.analysis.isEmbedded && !isPreview) await performNewestPreview()
      if (done !== undefined) call.onProgress({ stage: 'separating', fraction: done })
    }
    const result = await task({ photo: photo.analysis, models, onYield, readRows: rowsFor(photo, call) })
    call.signal.throwIfAborted()
    return result
  })
}

/**
 * Terminates the networks' worker between two tasks if the photo has its embedding, because computing the embedding
 * needs most of the memory. Without the embedding, the worker continues, because the next task needs its encoder.
 */
async function releaseNetworks(id: number): Promise<void> {
  if (photos.get(id)?.analysis.isEmbedded) (await loadModels().catch(() => null))?.releaseWorker()
}

/** Returns a function that reads rows of the photo from the page, and converts them to sRGB. */
const rowsFor =
  ({ fetchRows, colorSpace }: SentPhoto, { signal }: Call): tasks.ReadRows =>
  async (top, height) => {
    const image = await fetchRows(top, height)
    if (!image) throw new PhotoClosed()
    const { data } = pixelsOf(image)
    image.close()
    signal.throwIfAborted()
    pixelConversion(colorSpace, 'srgb')(data)
    return data
  }
