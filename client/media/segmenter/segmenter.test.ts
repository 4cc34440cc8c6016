/** Tests the segmenter and the refiner, which run on the page, with fake workers. */
import { expect, it, vi } from 'vitest'
import type { WorkerCall } from '#client/kit/base/callWorker.ts'
import { err, ok } from '#client/kit/base/result.ts'
import { FakeWorker } from '../../../tests/helpers/fakeWorker.ts'
import type { Outcome, SegmentProgress } from './segmentation.ts'
import { createSegmentationRefiner } from './segmentationRefiner.ts'
import { createSegmenter } from './segmenter.ts'

const METHODS = ['load', 'segment', 'setPhoto', 'find', 'previewChoice', 'candidateMasks', 'segmentChoices', 'memory']
const photo = (width = 4, height = 3) => ({ width, height, close() {} }) as ImageBitmap
const going = () => ({ signal: new AbortController().signal })
const settled = () => new Promise((done) => setImmediate(done)) // Resolves after all pending promises have settled.
const point = { adds: true, points: [{ x: 1, y: 1, kind: 'in' as const }] }
const NOTHING = { start: 'nothing', choices: [] } as const

/** Creates a segmenter and a refiner. The test answers the calls of their workers. */
function bench(options: { backend?: 'webgl' | 'wasm' } = {}) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  interface Call {
    method: string
    args: unknown[]
    call: WorkerCall<SegmentProgress>
    answer(outcome: unknown): void
  }
  const workers: { port: FakeWorker; calls: Call[] }[] = []
  const closed: unknown[] = []
  function createWorker() {
    const calls: Call[] = []
    const record =
      (method: string) =>
      (...args: unknown[]) =>
        new Promise((answer) => {
          const call = args.pop() as WorkerCall<SegmentProgress>
          calls.push({ method, args, call, answer })
          if (method === 'setPhoto') answer(undefined)
        })
    const port = new FakeWorker(Object.fromEntries(METHODS.map((method) => [method, record(method)])))
    workers.push({ port, calls })
    return port
  }
  const copy = async ({ width, height }: ImageBitmap) => {
    const copied = { width, height, close: () => closed.push(copied) } as unknown as ImageBitmap
    return copied
  }
  const cut = async (_: ImageBitmap, top: number, height: number) => new ArrayBuffer(10 * top + height) as never
  const segmenter = createSegmenter({ ...options, copy, createWorker })
  const refiner = createSegmentationRefiner({ ...options, copy, cut, createWorker })
  const heard = (worker = 0) => workers[worker]?.calls.map(({ method }) => method) ?? []
  /** Answers the newest call to the worker that started last. */
  async function answer(outcome: Outcome<unknown>) {
    await settled()
    workers.at(-1)?.calls.at(-1)?.answer(outcome)
  }
  return { segmenter, refiner, workers, closed, heard, answer }
}

const matte = (fill = 255) => new Uint8Array(12).fill(fill)
const quick = (fill = 255, backend = 'webgl') => ok({ coverage: matte(fill), backend })
const CANDIDATES = [{ start: 'found' as const, mask: { width: 1, height: 1, coverage: new Uint8Array(1) } }]
const found = (isInDoubt = false) => ok({ coverage: matte(), isInDoubt, candidates: CANDIDATES })

/** A job of the segmenter, and a job of the refiner. */
const JOBS = [
  [
    'segmenter',
    ({ segmenter }: ReturnType<typeof bench>, options = going()) => segmenter.segment(photo(), options),
    quick(),
  ],
  ['refiner', ({ refiner }: ReturnType<typeof bench>, options = going()) => refiner.find(photo(), options), found()],
] as const

it('the quick matte has the photo’s size', async () => {
  const { segmenter, workers, answer } = bench()
  const outcome = segmenter.segment(photo(), going())
  await answer(quick())
  expect(await outcome).toEqual(ok({ width: 4, height: 3, coverage: matte() }))
  const setup = { manifest: '/models/manifest.json', model: 'u2netp', backend: null }
  expect(workers[0]!.calls[0]!.args).toMatchObject([setup, { width: 4 }, { width: 4, height: 3 }])
})

it('after a job on WebAssembly, a fresh worker with a loaded network replaces the worker', async () => {
  const { segmenter, workers, heard, answer } = bench()
  const first = segmenter.segment(photo(), going())
  await answer(quick(1, 'wasm'))
  expect((await first).ok).toBe(true)
  await settled()
  expect(workers.map(({ port }) => port.isTerminated)).toEqual([true, false])
  expect(heard(1)).toEqual(['load'])
  const second = segmenter.segment(photo(), going())
  await answer(quick(2))
  expect(await second).toMatchObject(ok({ coverage: matte(2) }))
  expect(workers).toHaveLength(2)
})

it('a new request for a quick matte aborts the running request', async () => {
  const { segmenter, workers, answer } = bench()
  const older = segmenter.segment(photo(), going())
  await settled()
  const newer = segmenter.segment(photo(), going())
  expect(await older).toEqual(err('aborted'))
  await expect.poll(() => workers[0]!.calls[0]!.call.signal.aborted).toBe(true)
  workers[0]!.calls[0]!.answer(quick(1))
  await answer(quick(2))
  expect(await newer).toMatchObject(ok({ coverage: matte(2) }))
  expect(workers).toHaveLength(1)
})

it('the copy of a photo is closed if a newer request arrived during the copying', async () => {
  const { segmenter, heard, closed } = bench()
  void segmenter.segment(photo(), going())
  void segmenter.segment(photo(), going())
  await settled()
  expect(heard()).toEqual(['segment'])
  expect(closed).toHaveLength(1)
})

it('only the newest quick matte reports progress', async () => {
  const { segmenter, workers } = bench()
  const seen: SegmentProgress[] = []
  const onProgress = (progress: SegmentProgress) => seen.push(progress)
  void segmenter.segment(photo(), { ...going(), onProgress })
  await settled()
  void segmenter.segment(photo(), { ...going(), onProgress })
  await settled()
  for (const [loadedBytes, { call }] of workers[0]!.calls.entries())
    call.onProgress({ stage: 'loading', loadedBytes, totalBytes: 9 })
  await expect.poll(() => seen).toEqual([{ stage: 'loading', loadedBytes: 1, totalBytes: 9 }])
})

it.each(JOBS)('an abort ends the job of the %s without ending the worker', async (_, start) => {
  const all = bench()
  const stop = new AbortController()
  const outcome = start(all, { signal: stop.signal })
  await settled()
  stop.abort()
  expect(await outcome).toEqual(err('aborted'))
  await expect.poll(() => all.workers[0]!.calls.at(-1)!.call.signal.aborted).toBe(true)
  expect(all.workers[0]!.port.isTerminated).toBe(false)
})

it.each(
  JOBS.flatMap(([name, start]) =>
    (['no-subject', 'model-unavailable'] as const).map((error) => [name, error, start] as const),
  ),
)("the worker keeps running after the %s's job failed with %s", async (_, error, start) => {
  const all = bench()
  const outcome = start(all)
  await all.answer(err(error))
  expect(await outcome).toEqual(err(error))
  expect(all.workers[0]!.port.isTerminated).toBe(false)
})

it.each(JOBS)('a fresh worker replaces the worker of the %s that ran out of memory', async (_, start) => {
  const all = bench()
  const outcome = start(all)
  await all.answer(err('out-of-memory'))
  expect(await outcome).toEqual(err('out-of-memory'))
  expect(all.workers[0]!.port.isTerminated).toBe(true)
  void start(all)
  await settled()
  expect(all.heard(1)).toEqual(all.heard(0))
})

it.each(JOBS)("the %s's job is repeated on WASM when the graphics driver fails", async (_, start, result) => {
  const all = bench()
  const outcome = start(all)
  await all.answer(err('webgl-broken'))
  await all.answer(result)
  expect((await outcome).ok).toBe(true)
  expect(all.workers[0]!.port.isTerminated).toBe(true)
  expect(all.workers[1]!.calls[0]!.args[0]).toMatchObject({ backend: 'wasm' })
  expect(all.heard(1)).toEqual(all.heard(0))
})

it.each(JOBS)("a crash of the worker ends the %s's job with the error model-unavailable", async (_, start) => {
  const all = bench()
  const outcome = start(all)
  await settled()
  all.workers[0]!.port.crash('no script')
  expect(await outcome).toEqual(err('model-unavailable'))
  void start(all)
  await settled()
  expect(all.workers).toHaveLength(2)
})

it.each(JOBS)('disposing the %s terminates its worker and aborts its job', async (name, start) => {
  const all = bench()
  const outcome = start(all)
  await settled()
  all[name].dispose()
  expect(await outcome).toEqual(err('aborted'))
  expect(all.workers[0]!.port.isTerminated).toBe(true)
})

it("the segmentation client reports the worker's memory use", async () => {
  const { segmenter, workers } = bench()
  const memory = { backend: 'wasm', tensors: 7 } as const
  const measured = segmenter.memory()
  await settled()
  workers[0]!.calls[0]!.answer(memory)
  expect(await measured).toEqual(memory)
})

it('the refiner sends the photo once for several tasks', async () => {
  const { refiner, heard, answer } = bench()
  const own = photo()
  const found = refiner.find(own, going())
  void refiner.candidateMasks(own, going())
  await settled()
  expect(heard()).toEqual(['setPhoto', 'find', 'candidateMasks'])
  const drawn = refiner.segmentChoices(own, 'found', [point], going())
  await answer(ok(matte()))
  expect(await drawn).toEqual(ok({ width: 4, height: 3, coverage: matte() }))
  void found
})

it.each([true, false])(
  "isConfident in find's result is the opposite of the network's isInDoubt: %s",
  async (isInDoubt) => {
    const { refiner, answer } = bench()
    const outcome = refiner.find(photo(), going())
    await answer(found(isInDoubt))
    expect(await outcome).toMatchObject(ok({ isConfident: !isInDoubt, candidates: CANDIDATES }))
  },
)

it('the refiner sends the requested rows to the worker', async () => {
  const { refiner, workers } = bench()
  void refiner.find(photo(), going())
  await settled()
  const fetchRows = workers[0]!.calls[0]!.args[3] as (top: number, height: number) => Promise<ArrayBuffer>
  expect((await fetchRows(2, 1)).byteLength).toBe(21)
})

it('a newer preview aborts only the older preview', async () => {
  const { refiner, workers, answer } = bench()
  const own = photo()
  const search = refiner.find(own, going())
  await settled()
  const older = refiner.previewChoice(own, point, NOTHING, going())
  await settled()
  const newer = refiner.previewChoice(own, point, NOTHING, going())
  expect(await older).toEqual(err('aborted'))
  await answer(ok({ width: 1, height: 1, coverage: new Uint8Array(1), score: 1 }))
  expect((await newer).ok).toBe(true)
  workers[0]!.calls[1]!.answer(found())
  expect((await search).ok).toBe(true)
})

it('a new photo aborts all tasks of the previous photo', async () => {
  const { refiner, heard, answer } = bench()
  const older = refiner.find(photo(), going())
  await settled()
  const newer = refiner.candidateMasks(photo(), going())
  expect(await older).toEqual(err('aborted'))
  await answer(ok([]))
  expect(await newer).toEqual(ok([]))
  expect(heard()).toEqual(['setPhoto', 'find', 'setPhoto', 'candidateMasks'])
})
