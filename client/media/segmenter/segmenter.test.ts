import { expect, it, vi } from 'vitest'
import { createSegmenter, type SegmentProgress } from './segmenter.ts'
import type { Backend, SegmenterCommand, SegmenterMessage } from './segmenterProtocol.ts'
import type { WorkerPort } from './workerConnection.ts'

const photo = (width = 4, height = 3) => ({ width, height, close() {} }) as ImageBitmap
const going = () => new AbortController().signal
const settled = () => new Promise((done) => setImmediate(done)) // every promise that can settle has settled

/** A segmenter with fake workers. */
function bench(options: { backend?: 'webgl' | 'wasm' } = {}) {
  const workers: (WorkerPort & {
    heard: SegmenterCommand[]
    isAlive: boolean
    say(message: SegmenterMessage): void
  })[] = []
  const closed: ImageBitmap[] = []
  const segmenter = createSegmenter({
    ...options,
    copy: async (image) => {
      const copy = {
        width: image.width,
        height: image.height,
        close: () => closed.push(copy),
      } as unknown as ImageBitmap
      return copy
    },
    createWorker() {
      const worker = {
        heard: [] as SegmenterCommand[],
        isAlive: true,
        onmessage: null as WorkerPort['onmessage'],
        onerror: null as WorkerPort['onerror'],
        onmessageerror: null as WorkerPort['onmessageerror'],
        postMessage: (message: SegmenterCommand) => void worker.heard.push(message),
        terminate() {
          worker.isAlive = false
        },
        say: (message: SegmenterMessage) => worker.onmessage?.call({} as Worker, { data: message } as MessageEvent),
      }
      workers.push(worker)
      return worker
    },
  })
  return { segmenter, workers, closed }
}

const done = (job: number, fill = 255, backend: Backend = 'webgl'): SegmenterMessage => ({
  type: 'done',
  job,
  backend,
  coverage: new Uint8Array(12).fill(fill),
})

it('returns a matte of the photo’s size', async () => {
  const { segmenter, workers } = bench()
  const outcome = segmenter.segment(photo(), { signal: going() })
  await settled()
  expect(workers[0]!.heard).toMatchObject([
    { type: 'start', manifest: '/models/manifest.json', model: 'u2netp', backend: null },
    { type: 'segment', job: 1, size: { width: 4, height: 3 } },
  ])
  workers[0]!.say(done(1))
  expect(await outcome).toEqual({ ok: true, value: { width: 4, height: 3, coverage: new Uint8Array(12).fill(255) } })
})

it('replaces a worker that computed in WebAssembly by a fresh one, which loads the network ahead', async () => {
  const { segmenter, workers } = bench()
  const first = segmenter.segment(photo(), { signal: going() })
  await settled()
  workers[0]!.say(done(1, 1, 'wasm'))
  expect(await first).toMatchObject({ ok: true })
  expect(workers.map(({ isAlive }) => isAlive)).toEqual([false, true])
  expect(workers[1]!.heard).toMatchObject([{ type: 'start' }, { type: 'load' }])

  const second = segmenter.segment(photo(), { signal: going() })
  await settled()
  expect(workers[1]!.heard.at(-1)).toMatchObject({ type: 'segment', job: 2 })
  workers[1]!.say(done(2, 2, 'webgl'))
  expect(await second).toMatchObject({ ok: true, value: { coverage: new Uint8Array(12).fill(2) } })
  expect(workers).toHaveLength(2)
})

it('aborts an older job for a newer one and ignores the older job’s late result', async () => {
  const { segmenter, workers } = bench()
  const older = segmenter.segment(photo(), { signal: going() })
  await settled()
  const newer = segmenter.segment(photo(), { signal: going() })
  expect(await older).toEqual({ ok: false, error: 'aborted' })
  await settled()
  workers[0]!.say(done(1, 1))
  workers[0]!.say(done(2, 2))
  expect(await newer).toMatchObject({ ok: true, value: { coverage: new Uint8Array(12).fill(2) } })
  expect(workers).toHaveLength(1)
})

it('starts no job that was replaced while its photo was copied, and closes the copy', async () => {
  const { segmenter, workers, closed } = bench()
  void segmenter.segment(photo(), { signal: going() })
  void segmenter.segment(photo(), { signal: going() })
  await settled()
  expect(workers[0]!.heard.filter((message) => message.type === 'segment')).toMatchObject([{ job: 2 }])
  expect(closed).toHaveLength(1)
})

it('ends at once when aborted, tells the worker and keeps it running', async () => {
  const { segmenter, workers } = bench()
  const stop = new AbortController()
  const outcome = segmenter.segment(photo(), { signal: stop.signal })
  await settled()
  stop.abort()
  expect(await outcome).toEqual({ ok: false, error: 'aborted' })
  expect(workers[0]).toMatchObject({ isAlive: true })
  expect(workers[0]!.heard.at(-1)).toEqual({ type: 'abort', job: 1 })
})

it('starts nothing for a signal that is already aborted', async () => {
  const { segmenter, workers } = bench()
  expect(await segmenter.segment(photo(), { signal: AbortSignal.abort() })).toEqual({ ok: false, error: 'aborted' })
  expect(workers).toEqual([])
})

it('reports the progress of the current job only', async () => {
  const { segmenter, workers } = bench()
  const seen: SegmentProgress[] = []
  const loading: SegmentProgress = { stage: 'loading', loadedBytes: 5, totalBytes: 9 }
  void segmenter.segment(photo(), { signal: going() })
  await settled()
  void segmenter.segment(photo(), { signal: going(), onProgress: (progress) => seen.push(progress) })
  await settled()
  workers[0]!.say({ type: 'progress', job: 1, progress: { stage: 'separating', fraction: 0.9 } })
  workers[0]!.say({ type: 'progress', job: 2, progress: loading })
  expect(seen).toEqual([loading])
})

it.each(['no-subject', 'model-unavailable'] as const)('keeps the worker after %s', async (error) => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const { segmenter, workers } = bench()
  const outcome = segmenter.segment(photo(), { signal: going() })
  await settled()
  workers[0]!.say({ type: 'failed', job: 1, error, reason: 'test' })
  expect(await outcome).toEqual({ ok: false, error })
  expect(workers[0]!.isAlive).toBe(true)
})

it('terminates the worker when memory runs out, and starts a fresh one for the next photo', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const { segmenter, workers } = bench()
  const outcome = segmenter.segment(photo(), { signal: going() })
  await settled()
  workers[0]!.say({ type: 'failed', job: 1, error: 'out-of-memory', reason: 'test' })
  expect(await outcome).toEqual({ ok: false, error: 'out-of-memory' })
  expect(workers[0]!.isAlive).toBe(false)
  void segmenter.segment(photo(), { signal: going() })
  await settled()
  expect(workers[1]!.heard).toMatchObject([{ type: 'start', backend: null }, { job: 2 }])
})

it('repeats the job on WASM when the graphics driver fails, and stays on WASM', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const { segmenter, workers } = bench()
  const outcome = segmenter.segment(photo(), { signal: going() })
  await settled()
  workers[0]!.say({ type: 'failed', job: 1, error: 'webgl-broken', reason: 'test' })
  await settled()
  expect(workers[0]!.isAlive).toBe(false)
  expect(workers[1]!.heard).toMatchObject([
    { type: 'start', backend: 'wasm' },
    { type: 'segment', job: 2 },
  ])
  workers[1]!.say(done(2))
  expect((await outcome).ok).toBe(true)
})

it('reports an unavailable model when the worker crashes, and tries again with the next photo', async () => {
  vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { segmenter, workers } = bench()
  const outcome = segmenter.segment(photo(), { signal: going() })
  await settled()
  workers[0]!.onerror?.call({} as Worker, { message: 'no script' } as ErrorEvent)
  expect(await outcome).toEqual({ ok: false, error: 'model-unavailable' })
  void segmenter.segment(photo(), { signal: going() })
  await settled()
  expect(workers).toHaveLength(2)
})

it('asks the worker for its memory', async () => {
  const { segmenter, workers } = bench({ backend: 'wasm' })
  const answer = segmenter.memory()
  const memory = { backend: 'wasm', tensors: 7, bytes: 28, bytesInGpu: 0 } as const
  workers[0]!.say({ type: 'memory', memory })
  expect(await answer).toEqual(memory)
  expect(workers[0]!.heard[0]).toMatchObject({ backend: 'wasm' })
})

it('terminates the worker and aborts its job when disposed', async () => {
  const { segmenter, workers } = bench()
  const outcome = segmenter.segment(photo(), { signal: going() })
  await settled()
  segmenter.dispose()
  expect(await outcome).toEqual({ ok: false, error: 'aborted' })
  expect(workers[0]!.isAlive).toBe(false)
})
