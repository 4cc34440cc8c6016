import { tensor } from '@tensorflow/tfjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ImageNetwork } from './imageNetwork.ts'
import type { NetworkCommand, NetworkMessage } from './networkWorker.ts'

const { run } = vi.hoisted(() => ({ run: vi.fn<ImageNetwork['run']>() }))
vi.mock('./backend.ts', () => ({ startBackend: async () => 'wasm' }))
vi.mock('./imageNetwork.ts', () => ({ loadImageNetwork: async () => ({ run }) }))

let worker: {
  onmessage: ((event: { data: NetworkCommand }) => void) | null
  postMessage(message: NetworkMessage): void
}
let said: NetworkMessage[] = []
const send = (data: NetworkCommand) => worker.onmessage?.({ data })
const ask = (job: number) => send({ type: 'run', job, network: 'encoder', input: Float32Array.of(job) })
const answers = () => said.flatMap((message) => (message.type === 'done' ? [[message.job, ...message.values]] : []))

beforeEach(async () => {
  said = []
  worker = { onmessage: null, postMessage: (message) => said.push(message) }
  vi.stubGlobal('self', worker)
  run.mockReset()
  run.mockImplementation(async (input) => tensor(input))
  vi.resetModules()
  await import('./networks.worker.ts')
  send({
    type: 'load',
    network: 'encoder',
    signature: { input: { width: 1, height: 1 }, output: 'embedding' },
    files: [],
  })
})
afterEach(() => vi.unstubAllGlobals())

it('runs one job after the other', async () => {
  ask(1)
  ask(2)
  await expect.poll(answers).toEqual([
    [1, 1],
    [2, 2],
  ])
})

it('does not start a job that was aborted while it waited', async () => {
  run.mockImplementationOnce(async (input) => {
    send({ type: 'abort', job: 2 })
    return tensor(input)
  })
  ask(1)
  ask(2)
  ask(3)
  await expect.poll(answers).toEqual([
    [1, 1],
    [3, 3],
  ])
  expect(run).toHaveBeenCalledTimes(2)
})

it('ends an aborted job between two steps', async () => {
  run.mockImplementationOnce(async (input, onStep) => {
    await onStep(0.5)
    send({ type: 'abort', job: 1 })
    await onStep(1)
    return tensor(input)
  })
  ask(1)
  ask(2)
  await expect.poll(answers).toEqual([[2, 2]])
  expect(said.filter(({ type }) => type === 'step')).toEqual([{ type: 'step', job: 1, done: 0.5 }])
})
