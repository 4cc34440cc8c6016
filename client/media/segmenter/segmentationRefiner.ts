/**
 * The better matte and the choosing of the subject. A second worker does it, so that a new photo's first matte never
 * waits; this side hands jobs to it and rows of the photo. One photo at a time: asking about another drops the first.
 */
import { err, ok, type Result } from '../../kit/base/result.ts'
import { MANIFEST_URL } from './modelManifest.ts'
import type { Backend, SegmentError, SegmenterMemory, SegmentProgress } from './segmenterProtocol.ts'
import type {
  Choice,
  ChoiceStart,
  Choices,
  FromRefiner,
  RefineAnswer,
  RefineTask,
  Sketch,
  ToRefiner,
} from './refinerProtocol.ts'
import type { Matte, SegmentOptions } from './segmenter.ts'
import { shrink } from './downscale.ts'

export type { Choice, ChoiceStart, PointedAt, Sketch } from './refinerProtocol.ts'

/**
 * What is put together less well is offered to be chosen anew. See docs/decisions/0039 for what that catches.
 */
const LEAST_SURE = 0.9

/** Part of every refined matte's cache key: another pipeline needs another name. */
export const PIPELINE = 'u2netp+mobilesam+selfie-4'

/** What was found without being told anything. */
export interface Found extends Matte {
  /** False where something else may well be meant. */
  isSure: boolean
}

export interface Refiner {
  /** The best matte that can be had. `photo` stays the caller's and open until it is done. */
  find(photo: ImageBitmap, options: SegmentOptions): Promise<Result<Found, SegmentError>>
  /** What `choice` would take after those `before`: small and quick, for hovering. The newest one wins. */
  sketch(
    photo: ImageBitmap,
    choice: Choice,
    before: Choices,
    options: SegmentOptions,
  ): Promise<Result<Sketch, SegmentError>>
  /** Everything that could be the subject or a part of it, best first. */
  hypotheses(photo: ImageBitmap, options: SegmentOptions): Promise<Result<Sketch[], SegmentError>>
  /** The matte of `start` after `choices`. */
  draw(
    photo: ImageBitmap,
    start: ChoiceStart,
    choices: readonly Choice[],
    options: SegmentOptions,
  ): Promise<Result<Matte, SegmentError>>
  memory(): Promise<SegmenterMemory>
  dispose(): void
}

interface RefinerOptions {
  manifest?: string
  backend?: Backend
  /** For tests. */
  createWorker?: () => RefinerPort
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
  cut?: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
}

export type RefinerPort = Pick<Worker, 'onmessage' | 'onerror' | 'onmessageerror' | 'terminate'> & {
  postMessage(message: ToRefiner, transfer: Transferable[]): void
}

type Outcome = Result<RefineAnswer, SegmentError | 'webgl-broken'>

interface Job {
  photo: ImageBitmap
  kind: RefineTask['kind']
  onProgress: ((progress: SegmentProgress) => void) | undefined
  settle(outcome: Outcome): void
}

export function createRefiner(options: RefinerOptions = {}): Refiner {
  const { manifest = MANIFEST_URL, createWorker = startWorker, copy = shrink, cut = rowsOf } = options
  let backend = options.backend ?? null
  let port: RefinerPort | null = null
  let present: { photo: ImageBitmap; isTold: Promise<boolean> } | null = null // what the worker knows
  let lastJob = 0
  let onMemory: ((memory: SegmenterMemory) => void)[] = []
  const jobs = new Map<number, Job>()

  const send = (message: ToRefiner, transfer: Transferable[] = []) => {
    if (!port) {
      port = createWorker()
      port.onmessage = ({ data }: MessageEvent<FromRefiner>) => receive(data)
      port.onerror = (event) => fail(event.message)
      port.onmessageerror = () => fail('its answer could not be read')
      port.postMessage({ type: 'start', manifest, backend }, [])
    }
    port.postMessage(message, transfer)
  }

  /** Its memory goes with it; the next job starts a fresh one. */
  const drop = () => {
    port?.terminate()
    port = null
    present = null
  }

  const endAll = (error: SegmentError | 'webgl-broken') => {
    for (const job of [...jobs.values()]) job.settle(err(error))
  }

  const fail = (reason: string) => {
    console.error(`refiner: the worker failed: ${reason}`)
    drop()
    endAll('model-unavailable')
  }

  const receive = (message: FromRefiner) => {
    if (message.type === 'memory') {
      for (const answer of onMemory.splice(0)) answer(message.memory)
      return
    }
    const job = jobs.get(message.job)
    if (!job) return // it has ended meanwhile
    switch (message.type) {
      case 'progress':
        return job.onProgress?.(message.progress)
      case 'want':
        cut(job.photo, message.top, message.height).then(
          (image) => send({ type: 'strip', job: message.job, image }, [image]),
          (cause) => {
            if (jobs.has(message.job)) fail(String(cause)) // else the photo was closed after the job had ended
          },
        )
        return
      case 'done':
        return job.settle(ok(message.answer))
      case 'failed':
        console.warn(`refiner: ${message.error}: ${message.reason}`)
        if (message.error === 'no-subject' || message.error === 'model-unavailable') job.settle(err(message.error))
        else {
          drop()
          endAll(message.error)
        }
    }
  }

  /** False when the photo could not be copied: it was closed, or there is no memory. */
  const tell = async (photo: ImageBitmap): Promise<boolean> => {
    try {
      const image = await copy(photo)
      const size = { width: photo.width, height: photo.height }
      if (present?.photo === photo) send({ type: 'photo', image, size }, [image])
      else image.close()
      return true
    } catch (cause) {
      console.error('refiner: the photo could not be copied', cause)
      return false
    }
  }

  const run = async (photo: ImageBitmap, task: RefineTask, options: SegmentOptions): Promise<Outcome> => {
    if (present?.photo !== photo) {
      for (const job of jobs.keys()) if (port) send({ type: 'abort', job })
      endAll('aborted')
      present = { photo, isTold: tell(photo) }
    }
    const isTold = await present.isTold
    if (present?.photo !== photo || options.signal.aborted) return err('aborted')
    if (!isTold) {
      present = null
      return err('out-of-memory')
    }
    return new Promise((resolve) => {
      const number = ++lastJob
      const onAbort = () => {
        if (port) send({ type: 'abort', job: number })
        jobs.get(number)?.settle(err('aborted'))
      }
      for (const [other, job] of jobs) {
        if (job.kind !== task.kind) continue
        if (port) send({ type: 'abort', job: other })
        job.settle(err('aborted'))
      }
      jobs.set(number, {
        photo,
        kind: task.kind,
        onProgress: options.onProgress,
        settle(outcome) {
          options.signal.removeEventListener('abort', onAbort)
          jobs.delete(number)
          resolve(outcome)
        },
      })
      options.signal.addEventListener('abort', onAbort)
      send({ type: 'task', job: number, task })
    })
  }

  /** Once more on WASM, when the graphics driver gave nothing usable. */
  const perform = async (
    photo: ImageBitmap,
    task: RefineTask,
    options: SegmentOptions,
  ): Promise<Result<RefineAnswer, SegmentError>> => {
    if (options.signal.aborted) return err('aborted')
    const outcome = await run(photo, task, options)
    if (outcome.ok) return outcome
    if (outcome.error !== 'webgl-broken') return err(outcome.error)
    backend = 'wasm'
    return perform(photo, task, options)
  }

  const matte = async (photo: ImageBitmap, task: RefineTask, options: SegmentOptions) => {
    const { width, height } = photo
    const answer = await perform(photo, task, options)
    if (!answer.ok || answer.value.kind !== 'matte') return refused(answer)
    const { coverage, agreement } = answer.value
    return ok({ matte: { width, height, coverage }, isSure: (agreement ?? 0) >= LEAST_SURE })
  }

  const sketches = async (photo: ImageBitmap, task: RefineTask, options: SegmentOptions) => {
    const answer = await perform(photo, task, options)
    return answer.ok && answer.value.kind === 'sketches' ? ok(answer.value.sketches) : refused(answer)
  }

  return {
    async find(photo, options) {
      const found = await matte(photo, { kind: 'find' }, options)
      return found.ok ? ok({ ...found.value.matte, isSure: found.value.isSure }) : found
    },
    async draw(photo, start, choices, options) {
      const drawn = await matte(photo, { kind: 'draw', start, choices }, options)
      return drawn.ok ? ok(drawn.value.matte) : drawn
    },
    hypotheses: (photo, options) => sketches(photo, { kind: 'hypotheses' }, options),
    async sketch(photo, choice, before, options) {
      const drawn = await sketches(photo, { kind: 'sketch', choice, before }, options)
      if (!drawn.ok) return drawn
      const [first] = drawn.value
      return first ? ok(first) : err('no-subject')
    },
    memory: () =>
      new Promise((resolve) => {
        onMemory = [...onMemory, resolve]
        send({ type: 'measure' })
      }),
    dispose() {
      drop()
      endAll('aborted')
    },
  }
}

function refused(answer: Result<RefineAnswer, SegmentError>): Result<never, SegmentError> {
  if (!answer.ok) return answer
  throw new Error(`refiner: an answer of another kind, ${answer.value.kind}`)
}

const rowsOf = (image: ImageBitmap, top: number, height: number) =>
  createImageBitmap(image, 0, top, image.width, height)

const startWorker = (): RefinerPort =>
  new Worker(new URL('./worker/refinement.worker.ts', import.meta.url), { type: 'module', name: 'refiner' })
