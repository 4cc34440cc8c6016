import { tensor } from '@tensorflow/tfjs'
import { beforeEach, expect, it, vi } from 'vitest'
import type { WorkerCall } from '#client/kit/async/callWorker.ts'
import { FakeWorker } from '../../../../tests/helpers/fakeWorker.ts'
import type { ImageNetwork } from './imageNetwork.ts'
import { NetworkWorker } from './networkWorker.ts'

const INPUT = Float32Array.of(1, 2, 3)
const FILES = [Uint8Array.of(1), Uint8Array.of(2)]
const SIGNATURE = { input: { width: 1, height: 1 }, output: 'embedding' }
const fallback = { run: vi.fn<ImageNetwork['run']>(async () => tensor([9])) }

/** A run of a network in the worker. */
interface Run {
  network: string
  input: Float32Array
  call: WorkerCall<number>
  resolve(output: { values: Float32Array; shape: number[] }): void
  reject(cause: Error): void
}

let runs: Run[] = []
let port: FakeWorker
let worker: NetworkWorker
let network: ImageNetwork
const load = vi.fn()
beforeEach(() => {
  runs = []
  load.mockReset()
  port = new FakeWorker({
    load,
    run: (network: string, input: Float32Array, call: WorkerCall<number>) =>
      new Promise((resolve, reject) => runs.push({ network, input, call, resolve, reject })),
  })
  fallback.run.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  worker = new NetworkWorker({ backend: 'wasm' }, port)
  network = worker.load('encoder', { signature: SIGNATURE, files: FILES }, async () => fallback)
})

/** Waits until the worker has received `count` runs. */
const running = (count: number) => expect.poll(() => runs).toHaveLength(count)
const answer = (i: number, value: number) => runs[i]?.resolve({ values: Float32Array.of(value), shape: [1] })
const valuesOf = async (embedding: ReturnType<ImageNetwork['run']>) => [...(await (await embedding).data())]
const noStep = () => {}

it("a network run in the worker returns the network's output", async () => {
  const embedding = network.run(INPUT, noStep)
  await running(1)
  runs[0]?.resolve({ values: Float32Array.of(4, 5), shape: [1, 2] })
  expect(await valuesOf(embedding)).toEqual([4, 5])
  expect((await embedding).shape).toEqual([1, 2])
  expect(load.mock.calls[0]?.slice(0, 4)).toEqual(['encoder', { backend: 'wasm' }, SIGNATURE, FILES])
  expect(runs).toMatchObject([{ network: 'encoder', input: INPUT }])
})

it("an error in the progress callback aborts the network's run in the worker", async () => {
  const ended = network.run(INPUT, async () => {
    throw new Error('aborted')
  })
  await running(1)
  runs[0]?.call.onProgress(0.1)
  await expect(ended).rejects.toThrow('aborted')
  await expect.poll(() => runs[0]?.call.signal.aborted).toBe(true)

  const steps: number[] = []
  const next = network.run(INPUT, (done) => void steps.push(done))
  await running(2)
  answer(0, 1)
  runs[1]?.call.onProgress(0.5)
  await expect.poll(() => steps).toEqual([0.5])
  answer(1, 7)
  expect(await valuesOf(next)).toEqual([7])
  expect(fallback.run).not.toHaveBeenCalled()
})

it.each<[string, () => void]>([
  ['reports a failure', () => runs[0]?.reject(new Error('no memory'))],
  ['cannot be loaded', () => port.crash('refused')],
])('the network runs on the calling thread when the worker %s', async (_, fails) => {
  const first = network.run(INPUT, noStep)
  await running(1)
  fails()
  expect(await valuesOf(first)).toEqual([9])
  expect(port.isTerminated).toBe(true)
  expect(await valuesOf(network.run(INPUT, noStep))).toEqual([9])
  expect(fallback.run.mock.calls).toEqual([
    [INPUT, noStep],
    [INPUT, noStep],
  ])
  expect(runs).toHaveLength(1)
})

it('the fallback network is created again if its creation has failed', async () => {
  const create = vi
    .fn<() => Promise<ImageNetwork>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(fallback)
  network = worker.load('encoder', { signature: SIGNATURE, files: FILES }, create)
  port.crash()
  await expect(network.run(INPUT, noStep)).rejects.toThrow('no network')
  expect(await valuesOf(network.run(INPUT, noStep))).toEqual([9])
  expect(await valuesOf(network.run(INPUT, noStep))).toEqual([9])
  expect(create).toHaveBeenCalledTimes(2)
})

it('runs of several networks are queued in the worker', async () => {
  const other = worker.load('saliency', { signature: SIGNATURE, files: FILES }, async () => fallback)
  const [first, second] = [network.run(INPUT, noStep), other.run(INPUT, noStep)]
  await running(2)
  expect(runs).toMatchObject([{ network: 'encoder' }, { network: 'saliency' }])
  answer(1, 2)
  answer(0, 1)
  expect([await valuesOf(first), await valuesOf(second)]).toEqual([[1], [2]])
})

it('the calling thread runs one network at a time after the worker has failed', async () => {
  let now = 0
  fallback.run.mockImplementation(async () => {
    expect(++now).toBe(1)
    await Promise.resolve()
    now--
    return tensor([9])
  })
  const both = [network.run(INPUT, noStep), network.run(INPUT, noStep)]
  port.crash()
  expect(await Promise.all(both.map(valuesOf))).toEqual([[9], [9]])
  expect(fallback.run).toHaveBeenCalledTimes(2)
})

it('release returns false while the worker is busy', async () => {
  const run = network.run(INPUT, noStep)
  await running(1)
  expect(worker.release()).toBe(false)
  expect(port.isTerminated).toBe(false)
  answer(0, 1)
  await run
  expect(worker.release()).toBe(true)
  expect(port.isTerminated).toBe(true)
})

it('release returns false after a failure of the worker', async () => {
  const run = network.run(INPUT, noStep)
  port.crash()
  await run
  expect(worker.release()).toBe(false)
})

it('running a network rejects after the worker is released', async () => {
  expect(worker.release()).toBe(true)
  await expect(network.run(INPUT, noStep)).rejects.toThrow('ended')
  expect(runs).toEqual([])
  expect(fallback.run).not.toHaveBeenCalled()
})
