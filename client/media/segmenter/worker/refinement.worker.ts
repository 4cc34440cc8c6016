/** The refiner's worker: the better matte, and what a pointer at the photo means. One photo, one job at a time. */
import { memory } from '@tensorflow/tfjs-core'
import { pixelsOf } from '../../../model/assets/pixels.ts'
import { type Belief, MatteRows, type Touch } from '../pipeline/matteRows.ts'
import { EDGES, type Edge, guideFor } from '../pipeline/findSubject.ts'
import { logistic, type Plane } from '../pipeline/plane.ts'
import type { Backend } from '../segmenterProtocol.ts'
import type {
  Choice,
  ChoiceStart,
  FromRefiner,
  RefineAnswer,
  RefineTask,
  Sketch,
  ToRefiner,
} from '../refinerProtocol.ts'
import { startBackend } from './backend.ts'
import { breath } from './yieldToMessages.ts'
import { Known, type Pace } from './photoAnalysis.ts'
import { Models } from './modelRegistry.ts'
import { isRight } from './selfCheck.ts'

type Task = ToRefiner & { type: 'task' }

/** Ends a job between two steps. */
class Ended extends Error {}
class Nobody extends Error {}

let start: (ToRefiner & { type: 'start' }) | null = null
let known: Known | null = null
let running: Backend | null = null
let engine: Promise<Models> | null = null
let loading = 0 // the job that bytes are fetched for
const alive = new Set<number>()
const urgent: Task[] = [] // sketches: a pointer waits for them
let queue: Promise<void> = Promise.resolve()
let awaited: { job: number; take(image: ImageBitmap | null): void } | null = null // a strip of the photo

const post = (message: FromRefiner, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<ToRefiner>) => {
  switch (message.type) {
    case 'start':
      start = message
      return
    case 'photo': {
      const { image, size } = message
      queue = queue.then(() => {
        known?.dispose()
        known = new Known(pixelsOf(image), size)
        image.close()
      })
      return
    }
    case 'task':
      alive.add(message.job)
      if (message.task.kind === 'sketch') urgent.push(message)
      queue = queue.then(() => (message.task.kind === 'sketch' ? sketchUrgent() : perform(message)))
      return
    case 'strip':
      if (awaited?.job === message.job) awaited.take(message.image)
      else message.image.close()
      return
    case 'abort':
      alive.delete(message.job)
      if (awaited?.job === message.job) awaited.take(null)
      return
    case 'measure': {
      const { numTensors, numBytes, ...rest } = memory()
      const bytesInGpu = 'numBytesInGPU' in rest ? Number(rest.numBytesInGPU) : 0
      return post({ type: 'memory', memory: { backend: running, tensors: numTensors, bytes: numBytes, bytesInGpu } })
    }
  }
}

async function perform({ job, task }: Task): Promise<void> {
  let stage: 'loading' | 'running' = 'loading'
  try {
    if (!alive.has(job)) return
    if (!known) throw new Error('refiner worker: a job before a photo')
    loading = job
    engine ??= load()
    const models = await engine
    stage = 'running'
    const photo = known
    const pace: Pace = async (done) => {
      await breath()
      if (!alive.has(job)) throw new Ended()
      if (photo.isDescribed && task.kind !== 'sketch') await sketchUrgent()
      if (done !== undefined) post({ type: 'progress', job, progress: { stage: 'separating', fraction: done } })
    }
    const answer = await answerOf(task, photo, models, job, pace)
    if (alive.has(job)) post({ type: 'done', job, answer }, buffersOf(answer))
  } catch (cause) {
    if (cause instanceof Ended) return
    if (stage === 'loading') engine = null // the next job may find the network back
    post({ type: 'failed', job, error: failureOf(cause), reason: String(cause) })
  } finally {
    alive.delete(job)
  }
}

/** Only the newest sketch is worth drawing. */
async function sketchUrgent(): Promise<void> {
  const newest = urgent.pop()
  for (const older of urgent.splice(0)) alive.delete(older.job)
  if (newest) await perform(newest)
}

async function load(): Promise<Models> {
  if (!start) throw new Error('refiner worker: a job before the start')
  const onLost = () =>
    post({ type: 'failed', job: loading, error: 'webgl-broken', reason: 'the driver took WebGL away' })
  running = await startBackend(start.backend, onLost)
  const models = await Models.from(
    new URL(start.manifest, self.location.href).href,
    (loadedBytes, totalBytes) =>
      post({ type: 'progress', job: loading, progress: { stage: 'loading', loadedBytes, totalBytes } }),
    { describesBeside: running === 'wasm' && navigator.hardwareConcurrency > 1 && 'Worker' in self },
  )
  if (running === 'webgl' && !(await isRight((await models.saliency(320)).network)))
    throw new Error('the graphics driver computes wrongly')
  return models
}

async function answerOf(
  task: RefineTask,
  photo: Known,
  models: Models,
  job: number,
  pace: Pace,
): Promise<RefineAnswer> {
  switch (task.kind) {
    case 'find': {
      const { belief, agreement, edge } = await photo.finding(models, pace)
      return { kind: 'matte', coverage: await drawn(belief, edge, photo, job, pace), agreement }
    }
    case 'sketch': {
      const { choice, before } = task
      const isKnown = before.start === 'nothing' || photo.isFound // else it would be long in coming
      const { belief } = isKnown ? await chosen(before.start, before.choices, photo, models, pace) : NOTHING
      const { quality, ...logits } = await photo.pointedAt(models, choice, { belief, choices: before.choices }, pace)
      return { kind: 'sketches', sketches: [sketchOf(logits, quality)] }
    }
    case 'hypotheses': {
      const { candidates } = await photo.finding(models, pace)
      return { kind: 'sketches', sketches: candidates.map(({ logits, quality }) => sketchOf(logits, quality)) }
    }
    case 'draw': {
      const { belief, edge } = await chosen(task.start, task.choices, photo, models, pace)
      return { kind: 'matte', coverage: await drawn(belief, edge, photo, job, pace), agreement: null }
    }
  }
}

const chosenAlone = (logits: Plane | null): { belief: Belief; edge: Edge } => ({
  belief: { base: null, logits, touches: [] },
  edge: EDGES.chosen,
})
const NOTHING = chosenAlone(null)

async function chosen(
  from: ChoiceStart,
  choices: readonly Choice[],
  photo: Known,
  models: Models,
  pace: Pace,
): Promise<{ belief: Belief; edge: Edge }> {
  const { belief, edge } = await begun(from, photo, models, pace)
  const touches: Touch[] = [...belief.touches]
  for (const [i, choice] of choices.entries()) {
    const before = { belief: { ...belief, touches: [...touches] }, choices: choices.slice(0, i) }
    touches.push({ adds: choice.adds, logits: await photo.pointedAt(models, choice, before, pace) })
  }
  return { belief: { ...belief, touches }, edge }
}

async function begun(
  from: ChoiceStart,
  photo: Known,
  models: Models,
  pace: Pace,
): Promise<{ belief: Belief; edge: Edge }> {
  if (from === 'nothing') return NOTHING
  if (from === 'people') {
    const belief = await photo.people(models, pace)
    if (!belief) throw new Nobody('nobody is seen')
    return { belief, edge: EDGES.chosen }
  }
  const finding = await photo.finding(models, pace)
  return from === 'found' ? finding : chosenAlone(finding.candidates[from]?.logits ?? null)
}

/** Rows of a strip: about a megapixel, so that no copy between the threads is felt. */
const STRIP_PIXELS = 1 << 20

async function drawn(
  belief: Belief,
  edge: Edge,
  photo: Known,
  job: number,
  pace: Pace,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = photo.size
  const guide = await guideFor(photo.colours, photo.size, belief, edge, () => pace(1))
  const rows = new MatteRows(photo.size, belief, guide, edge.contrast)
  const coverage = new Uint8Array(width * height)
  const step = Math.max(1, Math.floor(STRIP_PIXELS / width))
  for (let top = 0; top < height; top += step) {
    const image = await strip(job, top, Math.min(step, height - top))
    if (!image) throw new Ended()
    const { data } = pixelsOf(image)
    image.close()
    await pace(1)
    coverage.set(rows.next(data), top * width)
  }
  return coverage
}

/** Null when the job has ended meanwhile. */
function strip(job: number, top: number, height: number): Promise<ImageBitmap | null> {
  return new Promise((resolve) => {
    const take = (image: ImageBitmap | null) => {
      awaited = null
      resolve(image)
    }
    awaited = { job, take }
    post({ type: 'want', job, top, height })
  })
}

function sketchOf({ width, height, values }: Plane, quality: number): Sketch {
  return { width, height, quality, coverage: Uint8Array.from(values, (value) => Math.round(255 * logistic(value))) }
}

const buffersOf = (answer: RefineAnswer): Transferable[] =>
  answer.kind === 'matte' ? [answer.coverage.buffer] : answer.sketches.map(({ coverage }) => coverage.buffer)

function failureOf(cause: unknown): 'no-subject' | 'out-of-memory' | 'webgl-broken' | 'model-unavailable' {
  if (cause instanceof Nobody) return 'no-subject'
  if (running === 'webgl') return 'webgl-broken'
  return cause instanceof RangeError || /memory|allocat/i.test(String(cause)) ? 'out-of-memory' : 'model-unavailable'
}
