import { expect, it, vi } from 'vitest'
import { FakeWorker } from '../../../tests/helpers/fakeWorker.ts'
import { countHeld } from '../../../tests/helpers/heldResults.ts'
import { callOnce, callWorker, openWorker, type WorkerCall, WorkerCrash, WorkerPool } from './callWorker.ts'

const methods = {
  twice: (value: number, _: WorkerCall) => 2 * value,
  list: (value: number, _: WorkerCall) => [value],
  fail: async (_: WorkerCall) => {
    throw new RangeError('no memory')
  },
  wait: (_: WorkerCall) => new Promise<never>(() => {}),
  /** Reports increasing numbers as progress until the caller aborts the call. */
  async count(from: number, { signal, onProgress }: WorkerCall<number>) {
    for (let step = from; !signal.aborted; step++) {
      onProgress(step)
      await new Promise((resolve) => setTimeout(resolve))
    }
    ended()
  },
}
const ended = vi.fn()

function start() {
  const port = new FakeWorker(methods)
  return { port, worker: openWorker<typeof methods>(port) }
}

it('callWorker rejects with the message of the error that the worker threw', async () => {
  const { worker } = start()
  await expect(callWorker(worker, 'fail', [])).rejects.toThrow('no memory')
  expect(await callWorker(worker, 'twice', [1]), 'the worker still runs').toBe(2)
})

it('a crash of the worker rejects the pending calls', async () => {
  const { port, worker } = start()
  const call = callWorker(worker, 'wait', [])
  port.crash('no script')
  await expect(call).rejects.toThrow(new WorkerCrash('no script'))
})

it('callWorker rejects after a crash of the worker', async () => {
  const { port, worker } = start()
  port.crash('no script')
  await expect(callWorker(worker, 'wait', [])).rejects.toThrow(new WorkerCrash('no script'))
})

it("a running worker doesn't retain the results of earlier calls", async () => {
  const { worker } = start()
  expect(await countHeld(() => callWorker(worker, 'list', [1]))).toBe(0)
  expect(await callWorker(worker, 'twice', [1])).toBe(2)
})

it('aborting callWorker stops the method in the worker', async () => {
  ended.mockClear()
  const controller = new AbortController()
  const steps: number[] = []
  const onProgress = (step: number) => {
    steps.push(step)
    if (step === 9) controller.abort(new Error('newer'))
  }
  await expect(callWorker(start().worker, 'count', [7], { signal: controller.signal, onProgress })).rejects.toThrow(
    'newer',
  )
  await expect.poll(() => ended.mock.calls).toHaveLength(1)
  expect(steps).toEqual([7, 8, 9])
})

it('callWorker rejects when an argument cannot be transferred to the worker', async () => {
  const { port1, port2 } = new MessageChannel()
  const worker = openWorker<typeof methods>(Object.assign(port1, { terminate() {} }))
  const buffer = new ArrayBuffer(8)
  structuredClone(buffer, { transfer: [buffer] }) // transfers the buffer, so that the buffer can't be sent again
  await expect(callWorker(worker, 'twice', [1], { transfer: [buffer] })).rejects.toThrow()
  port2.close()
})

it.each(['twice', 'fail'] as const)(
  'callOnce terminates its worker after a call of the method "%s"',
  async (method) => {
    const { port, worker } = start()
    await (method === 'twice' ? callOnce(() => worker, 'twice', [1]) : callOnce(() => worker, 'fail', [])).catch(
      () => null,
    )
    expect(port.isTerminated).toBe(true)
  },
)

it('callOnce with an aborted signal does not start a worker', async () => {
  const started = vi.fn(() => start().worker)
  await expect(callOnce(started, 'twice', [1], { signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow(
    'over',
  )
  expect(started).not.toHaveBeenCalled()
})

/** Creates a pool of workers. Each worker runs one call until the test completes the call. */
function pool(count: number) {
  const running: (() => void)[] = []
  const ports: FakeWorker[] = []
  const hold = () => new Promise<void>((resolve) => running.push(resolve))
  const workers = new WorkerPool<{ hold: typeof hold }>(() => {
    if (ports.length === 2) throw new Error('no third worker')
    const port = new FakeWorker({ hold })
    ports.push(port)
    return openWorker(port)
  }, count)
  return { workers, running, ports }
}

it('each worker of a pool runs one call at a time', async () => {
  const { workers, running } = pool(9)
  expect(workers.size).toBe(2)
  const calls = [1, 2, 3].map(() => workers.call('hold', []))
  await expect.poll(() => running).toHaveLength(2)
  running[0]!()
  await calls[0]
  await expect.poll(() => running).toHaveLength(3)
})

it("when a pool's worker crashes, another worker runs the waiting call", async () => {
  const { workers, running, ports } = pool(2)
  const [first, , third] = [1, 2, 3].map(() => workers.call('hold', []))
  await expect.poll(() => running).toHaveLength(2)
  ports[0]!.crash()
  await expect(first).rejects.toThrow(WorkerCrash)
  running[1]!()
  await expect.poll(() => running).toHaveLength(3)
  running[2]!()
  await third
  expect(workers.size).toBe(1)
})

it('disposing the pool rejects pending and waiting calls', async () => {
  const { workers, running, ports } = pool(1)
  const calls = [workers.call('hold', []), workers.call('hold', [])]
  await expect.poll(() => running).toHaveLength(1)
  workers.dispose()
  for (const call of calls) await expect(call).rejects.toThrow(/abort/)
  expect(ports.every(({ isTerminated }) => isTerminated)).toBe(true)
})
