import { tensor } from '@tensorflow/tfjs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImageNetwork } from './imageNetwork.ts'
import type { NetworksWorker } from './networks.worker.ts'

const { run } = vi.hoisted(() => ({ run: vi.fn<ImageNetwork['run']>() }))
let loseContext = () => {}
vi.mock('./backend.ts', () => ({
  startWasm: async () => {},
  startWebgl: async (_: object, onLost: () => void) => {
    loseContext = onLost
  },
}))
vi.mock('./webglPace.ts', () => ({ createPace: () => async () => {} }))
vi.mock('./imageNetwork.ts', () => ({ loadImageNetwork: async () => ({ run }) }))

let worker: NetworksWorker
let steps: number[] = []
let stop = new AbortController()
const runOf = async (input: number, { signal } = new AbortController()) => {
  const call = { signal, onProgress: (done: number) => steps.push(done) }
  return [...(await worker.run('encoder', Float32Array.of(input), call)).values]
}

beforeEach(async () => {
  steps = []
  stop = new AbortController()
  vi.stubGlobal('addEventListener', () => {})
  run.mockReset()
  run.mockImplementation(async (input) => tensor(input))
  vi.resetModules()
  worker = (await import('./networks.worker.ts')).methods
  await load('wasm')
})
const load = (backend: 'webgl' | 'wasm') =>
  worker.load('encoder', { backend }, { input: { width: 1, height: 1 }, output: 'embedding' }, [])

it('the worker runs one job after the other', async () => {
  expect(await Promise.all([runOf(1), runOf(2)])).toEqual([[1], [2]])
})

it('the worker skips a job that is aborted in the queue', async () => {
  run.mockImplementationOnce(async (input) => {
    stop.abort()
    return tensor(input)
  })
  const [first, second, third] = [runOf(1), runOf(2, stop), runOf(3)]
  await expect(second).rejects.toThrow(/abort/)
  expect([await first, await third]).toEqual([[1], [3]])
  expect(run).toHaveBeenCalledTimes(2)
})

it('an abort stops a job between two steps', async () => {
  run.mockImplementationOnce(async (input, onStep) => {
    await onStep(0.5)
    stop.abort()
    await onStep(1)
    return tensor(input)
  })
  const [first, second] = [runOf(1, stop), runOf(2)]
  await expect(first).rejects.toThrow(/abort/)
  expect(await second).toEqual([2])
  expect(steps).toEqual([0.5])
})

describe('running a network on WebGL', () => {
  beforeEach(async () => {
    vi.resetModules()
    worker = (await import('./networks.worker.ts')).methods
    await load('webgl')
  })
  const output = (...values: number[]) => run.mockImplementation(async () => tensor(values))

  it('the worker returns the output of the network if the values are plausible', async () => {
    output(1, 2)
    expect(await runOf(1)).toEqual([1, 2])
  })

  it.each([
    ['NaN', [1, Number.NaN]],
    ['infinite values', [1, Number.POSITIVE_INFINITY]],
    ['a single value everywhere', [3, 3]],
  ])('running a network rejects if the graphics driver returns %s', async (_, values) => {
    output(...values)
    await expect(runOf(1)).rejects.toThrow('invalid or constant values')
  })

  it('a lost context rejects the running job and later jobs', async () => {
    run.mockImplementation(() => new Promise(() => {}))
    const running = runOf(1)
    await expect.poll(() => run.mock.calls.length).toBe(1)
    loseContext()
    await expect(running).rejects.toThrow('context was lost')
    await expect(runOf(2)).rejects.toThrow('context was lost')
  })
})
