/**
 * The refiner's tasks in its worker: automatic segmentation at high quality, and segmentation from clicks and boxes.
 * This module is a separate chunk, so that the worker of the quick matte doesn't load it.
 */
import { transfer } from 'comlink'
import type { WorkerCall } from '#client/kit/base/callWorker.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { err } from '#client/kit/base/result.ts'
import { createQueue, loadOnce, yieldToMessages } from '#client/kit/base/scheduling.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Choice, Choices, MaskPreview, Outcome, SegmentProgress, WorkerSetup } from '../segmentation.ts'
import { passesSelfCheck, startBackend } from './backend.ts'
import { ModelRegistry } from './modelRegistry.ts'
import { engine, LoadFailure, outcomeOf, reportLostContext } from './outcome.ts'
import { type OnYield, PhotoAnalysis } from './photoAnalysis.ts'
import * as tasks from './refinementTasks.ts'

type Call = WorkerCall<SegmentProgress>
type Task<T> = (context: tasks.TaskContext) => Promise<T>

let setup: WorkerSetup | null = null
let photo: PhotoAnalysis | null = null
/** Requests rows of the photo at full size from the page. */
let fetchRows: ((top: number, height: number) => Promise<ImageBitmap>) | null = null
// The newest call. Its callback receives the loading progress.
let currentCall: Call | null = null
const waitingPreviews: { perform(): Promise<void>; drop(): void }[] = []
const inOrder = createQueue()

/** Sets the photo of all later tasks. `image` may be smaller than the photo. `size`: size of the photo. */
export async function setPhoto(
  workerSetup: WorkerSetup,
  image: ImageBitmap,
  size: Size,
  rows: typeof fetchRows,
): Promise<void> {
  photo?.leave()
  inOrder(async () => {
    await photo?.dispose()
    photo = null
    setup = workerSetup
    fetchRows = rows
    photo = new PhotoAnalysis(pixelsOf(image), size)
    image.close()
    // if reading the photo fails, later tasks fail too
  }).catch((cause) => console.error('refiner: the photo could not be read', cause))
}

/**
 * Returns a method that performs a task after all earlier tasks. Transfers the arrays of the task's result to the page.
 */
const queued =
  <Args extends unknown[], T>(task: (context: tasks.TaskContext, ...args: Args) => Promise<T>) =>
  async (...[...given]: [...Args, Call]): Promise<Outcome<T>> => {
    const call = given.pop() as Call // safe cast: the last argument is always the call
    const performing = inOrder(() => perform(call, (context) => task(context, ...(given as unknown as Args))))
    void inOrder(releaseNetworks)
    const outcome = await performing
    return outcome.ok ? transfer(outcome, [...new Set(buffersIn(outcome.value))]) : outcome
  }

/** Finds the subject without clicks of the user. Returns its matte. */
export const find = queued(tasks.findSubject)
export const segmentChoices = queued(tasks.segmentChoices)
/** Returns small candidate masks of the subject, best first. */
export const candidateMasks = queued(tasks.candidateMasks)
/** Returns a small mask of each person, from left to right. */
export const eachPerson = queued(tasks.eachPerson)

/**
 * Returns a small mask of the area that one more choice would add or remove. Used while the pointer rests on the photo.
 * Previews run between the steps of other tasks. Only the newest preview is computed.
 */
export function previewChoice(choice: Choice, before: Choices, call: Call): Promise<Outcome<MaskPreview>> {
  return new Promise((resolve) => {
    waitingPreviews.push({
      perform: () => perform(call, (context) => tasks.previewChoice(context, choice, before), true).then(resolve),
      drop: () => resolve(err('aborted')),
    })
    void inOrder(performNewestPreview)
    void inOrder(releaseNetworks)
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
function perform<T>(call: Call, task: Task<T>, isPreview = false): Promise<Outcome<T>> {
  return outcomeOf(call, async () => {
    if (!photo || !setup) throw new Error('refiner: a task was called before a photo was loaded')
    currentCall = call
    const loading = loadModels(setup)
    const analysis = photo
    const onYield: OnYield = async (done) => {
      await yieldToMessages()
      call.signal.throwIfAborted()
      if (analysis.isEmbedded && !isPreview) await performNewestPreview()
      if (done !== undefined) call.onProgress({ stage: 'separating', fraction: done })
    }
    const result = await task({ photo: analysis, models: await loading, onYield, readRows: rowsFor(call) })
    call.signal.throwIfAborted()
    return result
  })
}

/**
 * Ends the networks' worker between two tasks if the photo has its embedding, because computing the embedding needs
 * most of the memory. Without the embedding, the worker continues, because the next task needs its encoder.
 */
async function releaseNetworks(): Promise<void> {
  if (photo?.isEmbedded) (await loadModels.current?.catch(() => null))?.releaseWorker()
}

const loadModels = loadOnce(async ({ backend: wanted, manifest }: WorkerSetup): Promise<ModelRegistry> => {
  const backend = await startBackend(wanted, reportLostContext)
  engine.backend = backend
  const registry = await ModelRegistry.from(
    new URL(manifest, self.location.href).href,
    (loadedBytes, totalBytes) => currentCall?.onProgress({ stage: 'loading', loadedBytes, totalBytes }),
    { hasWorker: backend === 'wasm' && navigator.hardwareConcurrency > 1 && 'Worker' in self },
  )
  if (backend === 'webgl' && !(await passesSelfCheck((await registry.saliency(320)).network)))
    throw new Error('the graphics driver computes wrong values')
  return registry
})

/** Returns a function that reads rows of the photo from the page. */
const rowsFor =
  ({ signal }: Call): tasks.ReadRows =>
  async (top, height) => {
    const image = await fetchRows?.(top, height).catch((cause) => {
      throw new LoadFailure(String(cause)) // a LoadFailure, because the page has closed the photo and the backend isn't broken
    })
    if (!image) throw new Error('refiner: rows were requested before a photo was loaded')
    const { data } = pixelsOf(image)
    image.close()
    signal.throwIfAborted()
    return data
  }
