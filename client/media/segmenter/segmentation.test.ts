/** Tests the part of the segmentation that runs on the page, with fake workers. */
import { expect, it, vi } from 'vitest'
import type { WorkerCall } from '#client/kit/async/callWorker.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { FakeWorker } from '../../../tests/helpers/fakeWorker.ts'
import { createSegmentation } from './segmentation.ts'
import type { Outcome, SegmentProgress } from './segmentationTypes.ts'

const METHODS = [
  ...['load', 'putPhoto', 'releasePhoto', 'segment', 'find', 'previewInput', 'candidateMasks', 'segmentSelection'],
  ...['memory', 'measureEncoder'],
]
const photo = (width = 4, height = 3) => ({ width, height, close() {} }) as ImageBitmap
const going = () => ({ signal: new AbortController().signal })
const settled = () => new Promise((done) => setImmediate(done)) // Resolves after all pending promises have settled.
const point = { adds: true, points: [{ x: 1, y: 1, kind: 'in' as const }] }
const NOTHING = { start: 'nothing', choices: [] } as const

/** Returns true for the methods that return a result to the caller. */
const isTask = (method: string) => !['load', 'putPhoto', 'releasePhoto'].includes(method)

/** Creates a segmentation. The test resolves the calls of its workers. */
function bench() {
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
          if (!isTask(method)) answer(undefined)
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
  const segmentation = createSegmentation({ copy, cut, createWorker })
  const heard = (worker = 0) => workers[worker]?.calls.map(({ method }) => method) ?? []
  /** Returns the calls of tasks to a worker. */
  const tasksOf = (worker = 0) => workers[worker]?.calls.filter(({ method }) => isTask(method)) ?? []
  /** Answers the newest call to the worker that started last. */
  async function answer(outcome: Outcome<unknown>) {
    await settled()
    tasksOf(workers.length - 1)
      .at(-1)
      ?.answer(outcome)
  }
  return { ...segmentation, workers, closed, heard, tasksOf, answer }
}

const matte = (fill = 255) => new Uint8Array(12).fill(fill)
const quick = (fill = 255) => ok(matte(fill))
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

it('segment returns a quick matte of the photo’s size', async () => {
  const { segmenter, workers, answer } = bench()
  const outcome = segmenter.segment(photo(), going())
  await answer(quick())
  expect(await outcome).toEqual(ok({ width: 4, height: 3, coverage: matte() }))
  const setup = { manifest: '/models/manifest.json', encoder: 'wasm', gpu: '', webgl: {} }
  expect(workers[0]!.calls.map(({ method, args }) => [method, ...args.slice(0, 3)])).toMatchObject([
    ['load', setup],
    ['putPhoto', 0, { width: 4 }, { width: 4, height: 3, colorSpace: 'srgb' }],
    ['segment', 0],
  ])
})

it('warmUp starts the worker with the network once', async () => {
  const { segmenter, heard } = bench()
  segmenter.warmUp()
  await settled()
  expect(heard()).toEqual(['load'])
  segmenter.warmUp()
  await settled()
  expect(heard()).toEqual(['load'])
})

it('the quick matte and the better matte use the same copy of the photo', async () => {
  const { segmenter, refiner, heard, answer } = bench()
  const own = photo()
  const first = segmenter.segment(own, going())
  await answer(quick())
  await first
  void refiner.find(own, going())
  await settled()
  expect(heard()).toEqual(['load', 'putPhoto', 'segment', 'find'])
})

it('the worker releases the previous photo once the next photo has its matte', async () => {
  const { segmenter, refiner, workers, heard, answer } = bench()
  for (const own of [photo(), photo()]) {
    const first = segmenter.segment(own, going())
    await answer(quick())
    await first
    const better = refiner.find(own, going())
    await answer(found())
    await better
  }
  await settled()
  expect(heard()).toEqual(['load', 'putPhoto', 'segment', 'find', 'putPhoto', 'segment', 'releasePhoto', 'find'])
  expect(workers[0]!.calls.find(({ method }) => method === 'releasePhoto')!.args).toEqual([0])
})

it("segmenting another image doesn't cancel the photo's running task", async () => {
  const { segmenter, refiner, tasksOf, answer } = bench()
  const better = refiner.find(photo(), going())
  await settled()
  const overlay = segmenter.segment(photo(), going())
  await answer(quick())
  expect((await overlay).ok).toBe(true)
  tasksOf()[0]!.answer(found())
  expect((await better).ok).toBe(true)
})

it('a new request for a quick matte aborts the running request', async () => {
  const { segmenter, workers, tasksOf, answer } = bench()
  const older = segmenter.segment(photo(), going())
  await settled()
  const newer = segmenter.segment(photo(), going())
  expect(await older).toEqual(err('aborted'))
  await expect.poll(() => tasksOf()[0]!.call.signal.aborted).toBe(true)
  tasksOf()[0]!.answer(quick(1))
  await answer(quick(2))
  expect(await newer).toMatchObject(ok({ coverage: matte(2) }))
  expect(workers).toHaveLength(1)
})

it('a photo copied for an outdated request is closed', async () => {
  const { segmenter, heard, closed } = bench()
  void segmenter.segment(photo(), going())
  void segmenter.segment(photo(), going())
  await settled()
  expect(heard()).toEqual(['load', 'putPhoto', 'segment'])
  expect(closed).toHaveLength(1)
})

it('only the newest request for a quick matte reports progress', async () => {
  const { segmenter, tasksOf } = bench()
  const seen: SegmentProgress[] = []
  const onProgress = (progress: SegmentProgress) => seen.push(progress)
  void segmenter.segment(photo(), { ...going(), onProgress })
  await settled()
  void segmenter.segment(photo(), { ...going(), onProgress })
  await settled()
  for (const [loadedBytes, { call }] of tasksOf().entries())
    call.onProgress({ stage: 'loading', loadedBytes, totalBytes: 9 })
  await expect.poll(() => seen).toEqual([{ stage: 'loading', loadedBytes: 1, totalBytes: 9 }])
})

it.each(JOBS)('an abort stops the job of the %s without terminating the worker', async (_, start) => {
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

it.each(JOBS)("a worker that runs out of memory in the %s's job is replaced", async (_, start) => {
  const all = bench()
  const outcome = start(all)
  await all.answer(err('out-of-memory'))
  expect(await outcome).toEqual(err('out-of-memory'))
  expect(all.workers[0]!.port.isTerminated).toBe(true)
  void start(all)
  await settled()
  expect(all.heard(1)).toEqual(all.heard(0))
})

it.each(JOBS)("after a crash of the worker, the %s's job returns the error model-unavailable", async (_, start) => {
  const all = bench()
  const outcome = start(all)
  await settled()
  all.workers[0]!.port.crash('no script')
  expect(await outcome).toEqual(err('model-unavailable'))
  void start(all)
  await settled()
  expect(all.workers).toHaveLength(2)
})

it.each(JOBS)("disposing the segmentation aborts the %s's job and terminates the worker", async (_, start) => {
  const all = bench()
  const outcome = start(all)
  await settled()
  all.dispose()
  expect(await outcome).toEqual(err('aborted'))
  expect(all.workers[0]!.port.isTerminated).toBe(true)
})

it('memory() returns the memory use of the worker', async () => {
  const { memory, answer } = bench()
  const used = { encoder: 'wasm', tensors: 7 }
  const measured = memory()
  await answer(used as never)
  expect(await measured).toEqual(used)
})

it("the refiner sends the photo once for several tasks, and a selection doesn't abort a lift", async () => {
  const { refiner, heard, tasksOf, answer } = bench()
  const own = photo()
  const found = refiner.find(own, going())
  void refiner.candidateMasks(own, going())
  await settled()
  expect(heard()).toEqual(['load', 'putPhoto', 'find', 'candidateMasks'])
  const lift = refiner.segmentSelection(own, 'nothing', [point], { ...going(), kind: 'lift' })
  await settled()
  const drawn = refiner.segmentSelection(own, 'found', [point], going())
  await answer(ok({ coverage: matte(), isPerson: true }))
  expect(await drawn).toEqual(ok({ width: 4, height: 3, coverage: matte(), isPerson: true }))
  tasksOf()
    .at(-2)!
    .answer(ok({ coverage: matte(7) }))
  expect(await lift).toMatchObject(ok({ coverage: matte(7) }))
  void found
})

it.each([true, false])(
  "if the worker's isInDoubt is %s, find returns the opposite as isConfident",
  async (isInDoubt) => {
    const { refiner, answer } = bench()
    const outcome = refiner.find(photo(), going())
    await answer(found(isInDoubt))
    expect(await outcome).toMatchObject(ok({ isConfident: !isInDoubt, candidates: CANDIDATES }))
  },
)

it('the worker can request rows of the photo from the refiner', async () => {
  const { refiner, workers } = bench()
  void refiner.find(photo(), going())
  await settled()
  const fetchRows = workers[0]!.calls[1]!.args[3] as (top: number, height: number) => Promise<ArrayBuffer>
  expect((await fetchRows(2, 1)).byteLength).toBe(21)
})

it('a newer preview aborts only the older preview', async () => {
  const { refiner, tasksOf, answer } = bench()
  const own = photo()
  const search = refiner.find(own, going())
  await settled()
  const older = refiner.previewInput(own, point, NOTHING, going())
  await settled()
  const newer = refiner.previewInput(own, point, NOTHING, going())
  expect(await older).toEqual(err('aborted'))
  await answer(ok({ width: 1, height: 1, coverage: new Uint8Array(1), score: 1 }))
  expect((await newer).ok).toBe(true)
  tasksOf()[0]!.answer(found())
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
  expect(heard()).toEqual(['load', 'putPhoto', 'find', 'putPhoto', 'releasePhoto', 'candidateMasks'])
})
