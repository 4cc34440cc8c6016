/**
 * The refiner's tasks in its worker: automatic segmentation at high quality, and segmentation from the user's clicks
 * and boxes. A separate chunk, so that the worker of the quick matte doesn't load it.
 */
import { transfer } from 'comlink'
import type { WorkerCall } from '#client/kit/base/callWorker.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { err } from '#client/kit/base/result.ts'
import { yieldToMessages } from '#client/kit/base/scheduling.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type {
  Choice,
  Choices,
  CoverageBytes,
  FoundSubject,
  MaskPreview,
  Outcome,
  SegmentProgress,
  SegmentStart,
  WorkerSetup,
} from '../segmentation.ts'
import { startBackend } from './backend.ts'
import { ModelRegistry } from './modelRegistry.ts'
import { engine, LoadFailure, outcomeOf, reportLostContext } from './outcome.ts'
import { type OnYield, PhotoAnalysis } from './photoAnalysis.ts'
import * as tasks from './refinementTasks.ts'
import { passesSelfCheck } from './selfCheck.ts'

type Call = WorkerCall<SegmentProgress>
type Task<T> = (context: tasks.TaskContext) => Promise<T>

let setup: WorkerSetup | null = null
let photo: PhotoAnalysis | null = null
/** Returns rows of the photo at its own size, from the page. */
let fetchRows: ((top: number, height: number) => Promise<ImageBitmap>) | null = null
let models: Promise<ModelRegistry> | null = null
let currentCall: Call | null = null // the call that was started last receives the loading progress
const waitingPreviews: { perform(): Promise<void>; drop(): void }[] = []
let queue: Promise<unknown> = Promise.resolve()

/** Sets the photo of all later tasks. `image` may be smaller than the photo, whose size is `size`. */
export async function setPhoto(
  workerSetup: WorkerSetup,
  image: ImageBitmap,
  size: Size,
  rows: typeof fetchRows,
): Promise<void> {
  const set = queue.then(async () => {
    await photo?.dispose()
    photo = null
    setup = workerSetup
    fetchRows = rows
    photo = new PhotoAnalysis(pixelsOf(image), size)
    image.close()
  })
  queue = set.catch((cause) => console.error('refiner: the photo could not be read', cause)) // later tasks fail
}

/** Returns the matte of the automatic segmentation. */
export const find = (call: Call): Promise<Outcome<FoundSubject>> =>
  enqueue(call, tasks.findSubject, ({ coverage, candidates }) => [
    coverage,
    ...candidates.map(({ mask }) => mask.coverage),
  ])

/** Returns the matte of a selection. */
export const segmentChoices = (
  start: SegmentStart,
  choices: readonly Choice[],
  call: Call,
): Promise<Outcome<CoverageBytes>> =>
  enqueue(
    call,
    (context) => tasks.segmentChoices(context, start, choices),
    (coverage) => [coverage],
  )

const coveragesOf = (masks: readonly MaskPreview[]) => masks.map(({ coverage }) => coverage)

/** Returns small candidate masks of the subject, best first. */
export const candidateMasks = (call: Call): Promise<Outcome<MaskPreview[]>> =>
  enqueue(call, tasks.candidateMasks, coveragesOf)

/** Returns a small mask of each person, from left to right. */
export const eachPerson = (call: Call): Promise<Outcome<MaskPreview[]>> => enqueue(call, tasks.eachPerson, coveragesOf)

/**
 * Returns a small mask of the area that one more choice would add or remove, for hovering. Previews run between the
 * steps of other tasks. Only the newest one is performed.
 */
export function previewChoice(choice: Choice, before: Choices, call: Call): Promise<Outcome<MaskPreview>> {
  return new Promise((resolve) => {
    waitingPreviews.push({
      perform: () => perform(call, (context) => tasks.previewChoice(context, choice, before), true).then(resolve),
      drop: () => resolve(err('aborted')),
    })
    queue = queue.then(performNewestPreview).then(releaseNetworks)
  })
}

async function performNewestPreview(): Promise<void> {
  const newest = waitingPreviews.pop()
  for (const older of waitingPreviews.splice(0)) older.drop()
  await newest?.perform()
}

/** Performs a task after all earlier ones. `masksOf`: the arrays of the result that move to the page. */
async function enqueue<T>(call: Call, task: Task<T>, masksOf: (result: T) => CoverageBytes[]): Promise<Outcome<T>> {
  const performing = queue.then(() => perform(call, task))
  queue = performing.then(releaseNetworks)
  const outcome = await performing
  if (!outcome.ok) return outcome
  const masks = masksOf(outcome.value)
  return transfer(
    outcome,
    masks.map(({ buffer }) => buffer),
  )
}

/** Performs a task. Never rejects. */
function perform<T>(call: Call, task: Task<T>, isPreview = false): Promise<Outcome<T>> {
  return outcomeOf(call, async () => {
    if (!photo || !setup) throw new Error('refiner: a task before a photo')
    currentCall = call
    models ??= load(setup).catch((cause) => {
      models = null // the next task may find the network connection restored
      throw cause
    })
    const analysis = photo
    const onYield: OnYield = async (done) => {
      await yieldToMessages()
      call.signal.throwIfAborted()
      if (analysis.isEmbedded && !isPreview) await performNewestPreview()
      if (done !== undefined) call.onProgress({ stage: 'separating', fraction: done })
    }
    const result = await task({ photo: analysis, models: await models, onYield, readRows: rowsFor(call) })
    call.signal.throwIfAborted()
    return result
  })
}

/**
 * Ends the networks' worker between two tasks if the photo has its embedding, which needs most of the memory. Without
 * the embedding the worker keeps the encoder loaded for the next task.
 */
async function releaseNetworks(): Promise<void> {
  if (photo?.isEmbedded) (await models)?.releaseWorker()
}

async function load({ backend: wanted, manifest }: WorkerSetup): Promise<ModelRegistry> {
  const backend = await startBackend(wanted, reportLostContext)
  engine.backend = backend
  const registry = await ModelRegistry.from(
    new URL(manifest, self.location.href).href,
    (loadedBytes, totalBytes) => currentCall?.onProgress({ stage: 'loading', loadedBytes, totalBytes }),
    { hasWorker: backend === 'wasm' && navigator.hardwareConcurrency > 1 && 'Worker' in self },
  )
  if (backend === 'webgl' && !(await passesSelfCheck((await registry.saliency(320)).network)))
    throw new Error('the graphics driver computes wrongly')
  return registry
}

/** Returns the pixels of rows that the page sends. */
const rowsFor =
  ({ signal }: Call): tasks.ReadRows =>
  async (top, height) => {
    const image = await fetchRows?.(top, height).catch((cause) => {
      throw new LoadFailure(String(cause)) // the page has closed the photo; the backend isn't the cause
    })
    if (!image) throw new Error('refiner: rows before a photo')
    const { data } = pixelsOf(image)
    image.close()
    signal.throwIfAborted()
    return data
  }
