import { tensor } from '@tensorflow/tfjs'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ImageNetwork } from './imageNetwork.ts'
import { type NetworkCommand, type NetworkMessage, type NetworkPort, NetworkWorker } from './networkWorker.ts'

const INPUT = Float32Array.of(1, 2, 3)
const FILES = [Uint8Array.of(1), Uint8Array.of(2)]

let sent: NetworkCommand[] = []
let port: NetworkPort
let worker: NetworkWorker
let network: ImageNetwork
const SIGNATURE = { input: { width: 1, height: 1 }, output: 'embedding' }
const fallback = { run: vi.fn<ImageNetwork['run']>(async () => tensor([9])) }
beforeEach(() => {
  sent = []
  port = {
    postMessage: (message) => sent.push(message),
    terminate: vi.fn(),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  }
  fallback.run.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  worker = new NetworkWorker(port)
  network = worker.load('encoder', { signature: SIGNATURE, files: FILES }, async () => fallback)
})

const answer = (data: NetworkMessage) => port.onmessage?.call(port as Worker, { data } as MessageEvent<NetworkMessage>)
const valuesOf = async (embedding: ReturnType<ImageNetwork['run']>) => [...(await (await embedding).data())]
const noStep = () => {}

it('sends the worker the files and the input, and returns the output', async () => {
  const embedding = network.run(INPUT, noStep)
  answer({ type: 'done', job: 1, values: Float32Array.of(4, 5), shape: [1, 2] })
  expect(await valuesOf(embedding)).toEqual([4, 5])
  expect((await embedding).shape).toEqual([1, 2])
  expect(sent).toEqual([
    { type: 'load', network: 'encoder', signature: SIGNATURE, files: FILES },
    { type: 'run', job: 1, network: 'encoder', input: INPUT },
  ])
})

it('aborts a job whose callback throws, and ignores its late messages during the next job', async () => {
  const ended = network.run(INPUT, async () => {
    throw new Error('aborted')
  })
  answer({ type: 'step', job: 1, done: 0.1 })
  await expect(ended).rejects.toThrow('aborted')
  expect(sent.at(-1)).toEqual({ type: 'abort', job: 1 })

  const steps: number[] = []
  const next = network.run(INPUT, (done) => void steps.push(done))
  answer({ type: 'step', job: 1, done: 0.2 })
  answer({ type: 'done', job: 1, values: Float32Array.of(1), shape: [1] })
  answer({ type: 'step', job: 2, done: 0.5 })
  answer({ type: 'done', job: 2, values: Float32Array.of(7), shape: [1] })
  expect(await valuesOf(next)).toEqual([7])
  expect(steps).toEqual([0.5])
  expect(fallback.run).not.toHaveBeenCalled()
})

it.each<[string, () => void]>([
  ['reports a failure', () => answer({ type: 'failed', reason: 'no memory' })],
  ['cannot be loaded', () => port.onerror?.call(port as Worker, { message: 'refused' } as ErrorEvent)],
  ['sends an unreadable message', () => port.onmessageerror?.call(port as Worker, {} as MessageEvent)],
])('uses the fallback when the worker %s, and at once from then on', async (_, fails) => {
  const first = network.run(INPUT, noStep)
  fails()
  expect(await valuesOf(first)).toEqual([9])
  expect(port.terminate).toHaveBeenCalled()
  expect(await valuesOf(network.run(INPUT, noStep))).toEqual([9])
  expect(fallback.run.mock.calls).toEqual([
    [INPUT, noStep],
    [INPUT, noStep],
  ])
  expect(sent.filter(({ type }) => type === 'run')).toHaveLength(1)
})

it('creates the fallback again after its creation failed', async () => {
  const had = vi
    .fn<() => Promise<ImageNetwork>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(fallback)
  network = worker.load('encoder', { signature: SIGNATURE, files: FILES }, had)
  answer({ type: 'failed', reason: 'no memory' })
  await expect(network.run(INPUT, noStep)).rejects.toThrow('no network')
  expect(await valuesOf(network.run(INPUT, noStep))).toEqual([9])
  expect(await valuesOf(network.run(INPUT, noStep))).toEqual([9])
  expect(had).toHaveBeenCalledTimes(2)
})

it('lets several runs wait in the worker, of one network or another', async () => {
  const other = worker.load('saliency', { signature: SIGNATURE, files: FILES }, async () => fallback)
  const [first, second] = [network.run(INPUT, noStep), other.run(INPUT, noStep)]
  expect(sent.slice(-2)).toMatchObject([
    { type: 'run', job: 1, network: 'encoder' },
    { type: 'run', job: 2, network: 'saliency' },
  ])
  answer({ type: 'done', job: 2, values: Float32Array.of(2), shape: [1] })
  answer({ type: 'done', job: 1, values: Float32Array.of(1), shape: [1] })
  expect([await valuesOf(first), await valuesOf(second)]).toEqual([[1], [2]])
})

it('runs one network at a time in this thread after a failure', async () => {
  let running = 0
  fallback.run.mockImplementation(async () => {
    expect(++running).toBe(1)
    await Promise.resolve()
    running--
    return tensor([9])
  })
  const runs = [network.run(INPUT, noStep), network.run(INPUT, noStep)]
  answer({ type: 'failed', reason: 'no memory' })
  expect(await Promise.all(runs.map(valuesOf))).toEqual([[9], [9]])
  expect(fallback.run).toHaveBeenCalledTimes(2)
})

it('is released when nothing runs in it, and never after a failure: the networks are in this thread then', async () => {
  const run = network.run(INPUT, noStep)
  expect(worker.release()).toBe(false)
  expect(port.terminate).not.toHaveBeenCalled()
  answer({ type: 'done', job: 1, values: Float32Array.of(1), shape: [1] })
  await run
  expect(worker.release()).toBe(true)
  expect(port.terminate).toHaveBeenCalledTimes(1)

  const other = new NetworkWorker(port)
  answer({ type: 'failed', reason: 'no memory' })
  expect(other.release()).toBe(false)
})

it('rejects runs after a release', async () => {
  expect(worker.release()).toBe(true)
  await expect(network.run(INPUT, noStep)).rejects.toThrow('ended')
  expect(sent.map(({ type }) => type)).toEqual(['load'])
  expect(fallback.run).not.toHaveBeenCalled()
})
