/** Tests that an idle editor measures the backends of the encoder once per device. */
import { beforeEach, expect, it, vi } from 'vitest'
import { ok } from '#client/kit/values/result.ts'
import { FakeWorker } from '../../../tests/helpers/fakeWorker.ts'
import { storedChoice } from './encoderChoice.ts'
import { createSegmentation, type SegmentationOptions } from './segmentation.ts'
import type { WorkerSetup } from './segmentationTypes.ts'

const GPU = 'ANGLE (AMD, Radeon)'
const photo = () => ({ width: 4, height: 3, close() {} }) as ImageBitmap
const going = () => ({ signal: new AbortController().signal })
/** Time that an idle editor takes to measure, ms. */
const IDLE_MS = 2000

beforeEach(() => {
  vi.useFakeTimers()
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
})

/** Creates a segmentation whose worker finds subjects and measures that WebGL is faster. */
function setup(options: SegmentationOptions = { measuresEncoder: true }) {
  const setups: WorkerSetup[] = []
  const measureEncoder = vi.fn(async () => ok({ gpu: GPU, backend: 'webgl', wasmMs: 3000, webglMs: 900 }))
  const copy = async (image: ImageBitmap) => image
  const createWorker = () =>
    new FakeWorker({
      load: (own: WorkerSetup) => void setups.push(own),
      putPhoto() {},
      releasePhoto() {},
      find: async () => ok({ coverage: new Uint8Array(12), isInDoubt: false, candidates: [] }),
      candidateMasks: async () => ok([]),
      measureEncoder,
    })
  return { ...createSegmentation({ copy, createWorker, ...options }), setups, measureEncoder }
}

it('the faster backend is measured and stored after the first better matte', async () => {
  const { refiner, measureEncoder, setups } = setup()
  expect((await refiner.find(photo(), going())).ok).toBe(true)
  expect(measureEncoder).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(IDLE_MS)
  expect(measureEncoder).toHaveBeenCalledOnce()
  expect(storedChoice()).toMatchObject({ gpu: GPU, backend: 'webgl' })
  expect(setups).toMatchObject([{ encoder: 'wasm', gpu: '' }])
})

it('a stored backend is used on the next visit without another measurement', async () => {
  const first = setup()
  await first.refiner.find(photo(), going())
  await vi.advanceTimersByTimeAsync(IDLE_MS)
  const next = setup()
  await next.refiner.find(photo(), going())
  await vi.advanceTimersByTimeAsync(IDLE_MS)
  expect(next.measureEncoder).not.toHaveBeenCalled()
  expect(next.setups).toMatchObject([{ encoder: 'webgl', gpu: GPU }])
})

it.each<[string, SegmentationOptions]>([
  ['with a prescribed backend', { measuresEncoder: true, encoder: 'wasm' }],
  ['on the command line', {}],
])("%s, the backends aren't measured", async (_, options) => {
  const { refiner, measureEncoder } = setup(options)
  await refiner.find(photo(), going())
  await vi.advanceTimersByTimeAsync(IDLE_MS)
  expect(measureEncoder).not.toHaveBeenCalled()
})

it('a task on another photo cancels the planned measurement', async () => {
  const { refiner, measureEncoder } = setup()
  await refiner.find(photo(), going())
  await refiner.candidateMasks(photo(), going())
  await vi.advanceTimersByTimeAsync(IDLE_MS)
  expect(measureEncoder).not.toHaveBeenCalled()
  expect(storedChoice()).toBeNull()
})
