import { expect, it, vi } from 'vitest'
import type { RefinerCommand, RefinerMessage } from './refinerProtocol.ts'
import { createSegmentationRefiner } from './segmentationRefiner.ts'
import type { WorkerPort } from './workerConnection.ts'

const photo = (width = 4, height = 3) => ({ width, height, close() {} }) as ImageBitmap
const options = () => ({ signal: new AbortController().signal })
const settled = () => new Promise((done) => setImmediate(done)) // every promise that can settle has settled
const point = { adds: true, points: [{ x: 1, y: 1, kind: 'in' as const }] }

/** A refiner with fake workers. */
function bench() {
  const workers: (WorkerPort & { heard: RefinerCommand[]; isAlive: boolean; say(message: RefinerMessage): void })[] = []
  const cuts: { top: number; height: number }[] = []
  const refiner = createSegmentationRefiner({
    copy: async (image) => image,
    cut: async (image, top, height) => {
      cuts.push({ top, height })
      return { ...image, height } as ImageBitmap
    },
    createWorker() {
      const worker = {
        heard: [] as RefinerCommand[],
        isAlive: true,
        onmessage: null as WorkerPort['onmessage'],
        onerror: null as WorkerPort['onerror'],
        onmessageerror: null as WorkerPort['onmessageerror'],
        postMessage: (message: RefinerCommand) => void worker.heard.push(message),
        terminate() {
          worker.isAlive = false
        },
        say: (message: RefinerMessage) => worker.onmessage?.call({} as Worker, { data: message } as MessageEvent),
      }
      workers.push(worker)
      return worker
    },
  })
  const last = () => workers.at(-1)!
  const tasks = () => last().heard.flatMap((message) => (message.type === 'task' ? [message] : []))
  return { refiner, workers, cuts, last, tasks }
}

const READINGS = [{ start: 'found' as const, mask: { width: 1, height: 1, coverage: new Uint8Array(1) } }]
const subject = (job: number, isInDoubt = false): RefinerMessage => ({
  type: 'done',
  job,
  result: { kind: 'found', coverage: new Uint8Array(12).fill(job), isInDoubt, readings: READINGS },
})
const matte = (job: number): RefinerMessage => ({
  type: 'done',
  job,
  result: { kind: 'matte', coverage: new Uint8Array(12).fill(job) },
})
const NOTHING = { start: 'nothing', choices: [] } as const
const previews = (job: number): RefinerMessage => ({
  type: 'done',
  job,
  result: { kind: 'previews', previews: [{ width: 1, height: 1, coverage: new Uint8Array(1), score: 1 }] },
})

it('sends a photo to the worker once and returns a matte of its size', async () => {
  const { refiner, last, tasks } = bench()
  const own = photo()
  const found = refiner.find(own, options())
  await settled()
  last().say(subject(tasks()[0]!.job))
  expect(await found).toMatchObject({ ok: true, value: { width: 4, height: 3 } })
  const drawn = refiner.segmentChoices(own, 'found', [point], options())
  await settled()
  last().say(matte(tasks()[1]!.job))
  expect((await drawn).ok).toBe(true)
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task', 'task'])
})

it.each([true, false])('hands over the doubt of the subject (%s) with its readings', async (isInDoubt) => {
  const { refiner, last, tasks } = bench()
  const found = refiner.find(photo(), options())
  await settled()
  last().say(subject(tasks()[0]!.job, isInDoubt))
  expect(await found).toMatchObject({ ok: true, value: { isConfident: !isInDoubt, readings: READINGS } })
})

it('sends the requested rows of the photo', async () => {
  const { refiner, last, tasks, cuts } = bench()
  void refiner.find(photo(), options())
  await settled()
  last().say({ type: 'request-rows', job: tasks()[0]!.job, top: 2, height: 1 })
  await settled()
  expect(cuts).toEqual([{ top: 2, height: 1 }])
  expect(last().heard.at(-1)).toMatchObject({ type: 'rows', image: { height: 1 } })
})

it('aborts an older preview for a newer one, and keeps the running segmentation', async () => {
  const { refiner, last, tasks } = bench()
  const own = photo()
  const found = refiner.find(own, options())
  await settled()
  const older = refiner.previewChoice(own, point, NOTHING, options())
  await settled()
  const newer = refiner.previewChoice(own, point, NOTHING, options())
  expect(await older).toEqual({ ok: false, error: 'aborted' })
  await settled()
  const [search, , third] = tasks()
  last().say(previews(third!.job))
  expect((await newer).ok).toBe(true)
  last().say(subject(search!.job))
  expect((await found).ok).toBe(true)
})

it('aborts all jobs of a photo when another photo comes', async () => {
  const { refiner, last, tasks } = bench()
  const older = refiner.find(photo(), options())
  await settled()
  const newer = refiner.find(photo(), options())
  expect(await older).toEqual({ ok: false, error: 'aborted' })
  await settled()
  last().say(subject(tasks()[0]!.job)) // the job was aborted
  last().say(subject(tasks()[1]!.job))
  expect(await newer).toMatchObject({ ok: true })
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task', 'abort', 'photo', 'task'])
})

it('sends the photo once before two tasks that start together', async () => {
  const { refiner, last } = bench()
  const own = photo()
  void refiner.find(own, options())
  void refiner.hypotheses(own, options())
  await settled()
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task', 'task'])
})

it('ends at once when aborted, tells the worker and keeps it running', async () => {
  const { refiner, last, tasks } = bench()
  const stop = new AbortController()
  const found = refiner.find(photo(), { signal: stop.signal })
  await settled()
  stop.abort()
  expect(await found).toEqual({ ok: false, error: 'aborted' })
  expect(last().heard.at(-1)).toEqual({ type: 'abort', job: tasks()[0]!.job })
  expect(last().isAlive).toBe(true)
})

it('repeats the job on WASM when the graphics driver fails', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const { refiner, workers, last, tasks } = bench()
  const found = refiner.find(photo(), options())
  await settled()
  last().say({ type: 'failed', job: tasks()[0]!.job, error: 'webgl-broken', reason: 'test' })
  await settled()
  expect(workers[0]!.isAlive).toBe(false)
  expect(last().heard).toMatchObject([{ type: 'start', backend: 'wasm' }, { type: 'photo' }, { type: 'task' }])
  last().say(subject(tasks()[0]!.job))
  expect((await found).ok).toBe(true)
})

it('terminates the worker when memory runs out, and starts a fresh one for the next job', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const { refiner, workers, last, tasks } = bench()
  const own = photo()
  const found = refiner.find(own, options())
  await settled()
  last().say({ type: 'failed', job: tasks()[0]!.job, error: 'out-of-memory', reason: 'test' })
  expect(await found).toEqual({ ok: false, error: 'out-of-memory' })
  void refiner.find(own, options())
  await settled()
  expect(workers).toHaveLength(2)
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task'])
})

it('reports an unavailable model when the worker crashes', async () => {
  vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { refiner, last } = bench()
  const found = refiner.find(photo(), options())
  await settled()
  last().onerror?.call({} as Worker, { message: 'no script' } as ErrorEvent)
  expect(await found).toEqual({ ok: false, error: 'model-unavailable' })
})

it('terminates the worker and aborts its job when disposed', async () => {
  const { refiner, last } = bench()
  const found = refiner.find(photo(), options())
  await settled()
  refiner.dispose()
  expect(await found).toEqual({ ok: false, error: 'aborted' })
  expect(last().isAlive).toBe(false)
})
