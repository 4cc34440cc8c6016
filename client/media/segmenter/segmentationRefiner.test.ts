import { expect, it, vi } from 'vitest'
import { createRefiner, type RefinerPort } from './segmentationRefiner.ts'
import type { FromRefiner, ToRefiner } from './refinerProtocol.ts'

const photo = (width = 4, height = 3) => ({ width, height, close() {} }) as ImageBitmap
const going = () => ({ signal: new AbortController().signal })
const settled = () => new Promise((done) => setImmediate(done)) // every promise that can settle has settled
const point = { adds: true, points: [{ x: 1, y: 1, kind: 'in' as const }] }

/** A refiner whose workers are played by the test. */
function bench() {
  const workers: (RefinerPort & { heard: ToRefiner[]; isAlive: boolean; say(message: FromRefiner): void })[] = []
  const cuts: { top: number; height: number }[] = []
  const refiner = createRefiner({
    copy: async (image) => image,
    cut: async (image, top, height) => {
      cuts.push({ top, height })
      return { ...image, height } as ImageBitmap
    },
    createWorker() {
      const worker = {
        heard: [] as ToRefiner[],
        isAlive: true,
        onmessage: null as RefinerPort['onmessage'],
        onerror: null as RefinerPort['onerror'],
        onmessageerror: null as RefinerPort['onmessageerror'],
        postMessage: (message: ToRefiner) => void worker.heard.push(message),
        terminate() {
          worker.isAlive = false
        },
        say: (message: FromRefiner) => worker.onmessage?.call({} as Worker, { data: message } as MessageEvent),
      }
      workers.push(worker)
      return worker
    },
  })
  const last = () => workers.at(-1)!
  const tasks = () => last().heard.flatMap((message) => (message.type === 'task' ? [message] : []))
  return { refiner, workers, cuts, last, tasks }
}

const matte = (job: number, agreement = 0.95): FromRefiner => ({
  type: 'done',
  job,
  answer: { kind: 'matte', coverage: new Uint8Array(12).fill(job), agreement },
})
const NOTHING = { start: 'nothing', choices: [] } as const
const sketches = (job: number): FromRefiner => ({
  type: 'done',
  job,
  answer: { kind: 'sketches', sketches: [{ width: 1, height: 1, coverage: new Uint8Array(1), quality: 1 }] },
})

it('tells the worker of a photo once, and answers with a matte of its size', async () => {
  const { refiner, last, tasks } = bench()
  const own = photo()
  const found = refiner.find(own, going())
  await settled()
  last().say(matte(tasks()[0]!.job))
  expect(await found).toMatchObject({ ok: true, value: { width: 4, height: 3 } })
  const drawn = refiner.draw(own, 'found', [point], going())
  await settled()
  last().say(matte(tasks()[1]!.job))
  expect((await drawn).ok).toBe(true)
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task', 'task'])
})

it.each([
  [0.95, true],
  [0.8, false],
])('put together as well as %d, it is sure of what it found: %s', async (agreement, isSure) => {
  const { refiner, last, tasks } = bench()
  const found = refiner.find(photo(), going())
  await settled()
  last().say(matte(tasks()[0]!.job, agreement))
  expect(await found).toMatchObject({ ok: true, value: { isSure } })
})

it('hands over the rows that are wanted, of the photo that they are wanted of', async () => {
  const { refiner, last, tasks, cuts } = bench()
  void refiner.find(photo(), going())
  await settled()
  last().say({ type: 'want', job: tasks()[0]!.job, top: 2, height: 1 })
  await settled()
  expect(cuts).toEqual([{ top: 2, height: 1 }])
  expect(last().heard.at(-1)).toMatchObject({ type: 'strip', image: { height: 1 } })
})

it('lets a newer sketch end an older one, and neither the search that goes on beside them', async () => {
  const { refiner, last, tasks } = bench()
  const own = photo()
  const found = refiner.find(own, going())
  await settled()
  const older = refiner.sketch(own, point, NOTHING, going())
  await settled()
  const newer = refiner.sketch(own, point, NOTHING, going())
  expect(await older).toEqual({ ok: false, error: 'aborted' })
  await settled()
  const [search, , third] = tasks()
  last().say(sketches(third!.job))
  expect((await newer).ok).toBe(true)
  last().say(matte(search!.job))
  expect((await found).ok).toBe(true)
})

it('drops everything about a photo when another is asked about', async () => {
  const { refiner, last, tasks } = bench()
  const older = refiner.find(photo(), going())
  await settled()
  const newer = refiner.find(photo(), going())
  expect(await older).toEqual({ ok: false, error: 'aborted' })
  await settled()
  last().say(matte(tasks()[0]!.job)) // too late
  last().say(matte(tasks()[1]!.job))
  expect(await newer).toMatchObject({ ok: true })
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task', 'abort', 'photo', 'task'])
})

it('tells the worker of a photo before two questions that come at once', async () => {
  const { refiner, last } = bench()
  const own = photo()
  void refiner.find(own, going())
  void refiner.hypotheses(own, going())
  await settled()
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task', 'task'])
})

it('ends at once when it is aborted and tells the worker, which stays warm', async () => {
  const { refiner, last, tasks } = bench()
  const stop = new AbortController()
  const found = refiner.find(photo(), { signal: stop.signal })
  await settled()
  stop.abort()
  expect(await found).toEqual({ ok: false, error: 'aborted' })
  expect(last().heard.at(-1)).toEqual({ type: 'abort', job: tasks()[0]!.job })
  expect(last().isAlive).toBe(true)
})

it('repeats the job on WASM when the graphics driver gives nothing usable', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const { refiner, workers, last, tasks } = bench()
  const found = refiner.find(photo(), going())
  await settled()
  last().say({ type: 'failed', job: tasks()[0]!.job, error: 'webgl-broken', reason: 'test' })
  await settled()
  expect(workers[0]!.isAlive).toBe(false)
  expect(last().heard).toMatchObject([{ type: 'start', backend: 'wasm' }, { type: 'photo' }, { type: 'task' }])
  last().say(matte(tasks()[0]!.job))
  expect((await found).ok).toBe(true)
})

it('gives the memory back after it ran out, and starts anew for the next job', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const { refiner, workers, last, tasks } = bench()
  const own = photo()
  const found = refiner.find(own, going())
  await settled()
  last().say({ type: 'failed', job: tasks()[0]!.job, error: 'out-of-memory', reason: 'test' })
  expect(await found).toEqual({ ok: false, error: 'out-of-memory' })
  void refiner.find(own, going())
  await settled()
  expect(workers).toHaveLength(2)
  expect(last().heard.map(({ type }) => type)).toEqual(['start', 'photo', 'task'])
})

it('is unavailable when the worker itself fails', async () => {
  vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { refiner, last } = bench()
  const found = refiner.find(photo(), going())
  await settled()
  last().onerror?.call({} as Worker, { message: 'no script' } as ErrorEvent)
  expect(await found).toEqual({ ok: false, error: 'model-unavailable' })
})

it('leaves nothing running when it is disposed of', async () => {
  const { refiner, last } = bench()
  const found = refiner.find(photo(), going())
  await settled()
  refiner.dispose()
  expect(await found).toEqual({ ok: false, error: 'aborted' })
  expect(last().isAlive).toBe(false)
})
