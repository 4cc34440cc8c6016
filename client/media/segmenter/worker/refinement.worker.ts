/** The refiner's worker: automatic segmentation at high quality, and segmentation from the user's clicks and boxes. */
import { memory } from '@tensorflow/tfjs-core'
import { yieldToMessages } from '#client/kit/base/scheduling.ts'
import { pixelsOf } from '../../../model/assets/pixels.ts'
import type { RefinementResult, RefinerCommand, RefinerMessage } from '../refinerProtocol.ts'
import type { Backend } from '../segmenterProtocol.ts'
import { startBackend } from './backend.ts'
import { ModelRegistry } from './modelRegistry.ts'
import { type OnYield, PhotoAnalysis } from './photoAnalysis.ts'
import { NobodyFound, performTask } from './refinementTasks.ts'
import { passesSelfCheck } from './selfCheck.ts'

type TaskCommand = RefinerCommand & { type: 'task' }

/** Ends an aborted job between two steps. */
class Aborted extends Error {}

let start: (RefinerCommand & { type: 'start' }) | null = null
let photo: PhotoAnalysis | null = null
let backend: Backend | null = null
let models: Promise<ModelRegistry> | null = null
let currentJob = 0 // the job that was started last: progress and failures without a job go to it
const activeJobs = new Set<number>()
const waitingPreviews: TaskCommand[] = []
let queue: Promise<void> = Promise.resolve()
let pendingRows: { job: number; resolve(image: ImageBitmap | null): void } | null = null

const post = (message: RefinerMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<RefinerCommand>) => {
  switch (message.type) {
    case 'start':
      start = message
      return
    case 'photo': {
      const { image, size } = message
      queue = queue.then(async () => {
        await photo?.dispose()
        photo = new PhotoAnalysis(pixelsOf(image), size)
        image.close()
      })
      return
    }
    case 'task':
      activeJobs.add(message.job)
      if (message.task.kind === 'preview') waitingPreviews.push(message)
      queue = queue
        .then(() => (message.task.kind === 'preview' ? performNewestPreview() : perform(message)))
        .then(releaseNetworks)
      return
    case 'rows':
      if (pendingRows?.job === message.job) pendingRows.resolve(message.image)
      else message.image.close()
      return
    case 'abort':
      activeJobs.delete(message.job)
      if (pendingRows?.job === message.job) pendingRows.resolve(null)
      return
    case 'measure': {
      const { numTensors, numBytes, ...rest } = memory()
      const bytesInGpu = 'numBytesInGPU' in rest ? Number(rest.numBytesInGPU) : 0
      return post({ type: 'memory', memory: { backend, tensors: numTensors, bytes: numBytes, bytesInGpu } })
    }
  }
}

async function perform({ job, task }: TaskCommand): Promise<void> {
  let stage: 'loading' | 'running' = 'loading'
  try {
    if (!activeJobs.has(job)) return
    if (!photo) throw new Error('refiner worker: a job before a photo')
    currentJob = job
    models ??= load()
    const registry = await models
    stage = 'running'
    const analysis = photo
    const onYield: OnYield = async (done) => {
      await yieldToMessages()
      if (!activeJobs.has(job)) throw new Aborted()
      if (analysis.isEmbedded && task.kind !== 'preview') await performNewestPreview()
      if (done !== undefined) post({ type: 'progress', job, progress: { stage: 'separating', fraction: done } })
    }
    const readRows = (top: number, height: number) => requestRows(job, top, height)
    const result = await performTask(task, { photo: analysis, models: registry, readRows, onYield })
    if (activeJobs.has(job)) post({ type: 'done', job, result }, buffersOf(result))
  } catch (cause) {
    if (cause instanceof Aborted) return
    if (stage === 'loading') models = null // the next job may find the network connection restored
    post({ type: 'failed', job, error: failureOf(cause), reason: String(cause) })
  } finally {
    activeJobs.delete(job)
  }
}

/** A pointer waits for previews: they run between the steps of other jobs. Only the newest one is performed. */
async function performNewestPreview(): Promise<void> {
  const newest = waitingPreviews.pop()
  for (const older of waitingPreviews.splice(0)) activeJobs.delete(older.job)
  if (newest) await perform(newest)
}

/**
 * Ends the networks' worker between two jobs if the photo has its embedding, for which most of that memory is needed. After
 * an abort before that, the next job finds the encoder loaded.
 */
async function releaseNetworks(): Promise<void> {
  if (photo?.isEmbedded) (await models)?.releaseWorker()
}

async function load(): Promise<ModelRegistry> {
  if (!start) throw new Error('refiner worker: a job before the start')
  const onLost = () =>
    post({ type: 'failed', job: currentJob, error: 'webgl-broken', reason: 'the driver took WebGL away' })
  backend = await startBackend(start.backend, onLost)
  const registry = await ModelRegistry.from(
    new URL(start.manifest, self.location.href).href,
    (loadedBytes, totalBytes) =>
      post({ type: 'progress', job: currentJob, progress: { stage: 'loading', loadedBytes, totalBytes } }),
    { hasWorker: backend === 'wasm' && navigator.hardwareConcurrency > 1 && 'Worker' in self },
  )
  if (backend === 'webgl' && !(await passesSelfCheck((await registry.saliency(320)).network)))
    throw new Error('the graphics driver computes wrongly')
  return registry
}

/** Asks the page for rows of the photo at its own size. @throws `Aborted` when the job ends meanwhile. */
async function requestRows(job: number, top: number, height: number): Promise<Uint8ClampedArray> {
  const image = await new Promise<ImageBitmap | null>((resolve) => {
    pendingRows = {
      job,
      resolve(rows) {
        pendingRows = null
        resolve(rows)
      },
    }
    post({ type: 'request-rows', job, top, height })
  })
  if (!image) throw new Aborted()
  const { data } = pixelsOf(image)
  image.close()
  return data
}

function buffersOf(result: RefinementResult): Transferable[] {
  if (result.kind === 'previews') return result.previews.map(({ coverage }) => coverage.buffer)
  const masks = result.kind === 'found' ? result.readings.map(({ mask }) => mask.coverage.buffer) : []
  return [result.coverage.buffer, ...masks]
}

function failureOf(cause: unknown): 'no-subject' | 'out-of-memory' | 'webgl-broken' | 'model-unavailable' {
  if (cause instanceof NobodyFound) return 'no-subject'
  if (backend === 'webgl') return 'webgl-broken'
  return cause instanceof RangeError || /memory|allocat/i.test(String(cause)) ? 'out-of-memory' : 'model-unavailable'
}
