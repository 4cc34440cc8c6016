import { expect, it, vi } from 'vitest'
import type { SelectionInput } from '../segmentationTypes.ts'
import { MaskDecoder } from './mobileSam.ts'
import type { ModelRegistry } from './modelRegistry.ts'
import { type OnYield, PhotoAnalysis } from './photoAnalysis.ts'

const CLICK = { adds: true, points: [{ x: 1, y: 1, kind: 'in' as const }] }
const NOTHING = { estimate: { prior: null, logits: null, edits: [] }, choices: [] }

/** An analysis whose encoder has three steps. By default, its decoder fails. */
function analysed(decoder: () => Promise<unknown> = () => Promise.reject(new Error('no decoder'))) {
  const pixels = { width: 4, height: 4, data: new Uint8ClampedArray(64) } as unknown as ImageData
  const run = vi.fn(async (_: Float32Array, onStep: OnYield) => {
    for (const done of [0, 0.5, 1]) await onStep(done)
    return 'embedding'
  })
  const model = { mean: [0, 0, 0], std: [1, 1, 1] }
  const models = {
    encoder: async () => ({ encoder: { run }, model }),
    decoder,
    has: () => false,
  } as unknown as ModelRegistry
  const photo = new PhotoAnalysis(pixels, { width: 4, height: 4 })
  const find = (onYield: OnYield, choice: SelectionInput = CLICK) => photo.maskOfInput(models, choice, NOTHING, onYield)
  return { photo, run, find }
}

const abort: OnYield = () => Promise.reject(new Error('aborted'))

it("aborting a task doesn't stop the computation of the embedding for the next task", async () => {
  const { photo, run, find } = analysed()
  await expect(find(abort)).rejects.toThrow('no decoder')
  expect(photo.isEmbedded).toBe(true)
  await expect(find(async () => {})).rejects.toThrow('no decoder')
  expect(run).toHaveBeenCalledOnce()
})

it('opening another photo stops the computation of the embedding', async () => {
  const { photo, find } = analysed()
  photo.leave()
  await expect(find(abort)).rejects.toThrow('aborted')
  expect(photo.isEmbedded).toBe(false)
})

/** Replaces the decoder. Its masks contain the left half of the photo. */
const fakeDecoder = () =>
  vi.spyOn(MaskDecoder.prototype, 'decode').mockImplementation(async () => ({
    masks: Float32Array.from({ length: 4 * 256 * 256 }, (_, i) => (i % 256 < 128 ? 5 : -5)),
    predictedIou: Float32Array.of(0.9, 0.8, 0.7, 0.6),
  }))

it('repeating a click returns the previous mask without decoding again', async () => {
  const decode = fakeDecoder()
  const { find } = analysed(async () => 'graph')
  const first = await find(async () => {})
  expect(await find(async () => {})).toEqual(first)
  expect(decode).toHaveBeenCalledTimes(1)
  await find(async () => {}, { adds: true, points: [{ x: 2, y: 1, kind: 'in' }] })
  expect(decode).toHaveBeenCalledTimes(2)
})

it.each([
  ['wasm', 'in this thread before the embedding', [false, false, false, false]],
  ['webgl', 'in the second worker', [false, false, true, true]],
] as const)(
  'with the encoder on %s, the second half of the saliency maps is computed %s',
  async (encoderBackend, _, expected) => {
    fakeDecoder()
    const inWorker: boolean[] = []
    const embedding = Promise.withResolvers<string>()
    const model = { mean: [0, 0, 0], std: [1, 1, 1] }
    const saliency = async (side: number, options?: { inWorker: boolean }) => ({
      network: {
        run: async () => {
          inWorker.push(options?.inWorker ?? false)
          if (inWorker.length === 4) embedding.resolve('embedding')
          return Float32Array.from({ length: side * side }, (_, i) => (i % side < side / 2 ? 1 : 0))
        },
      },
      model,
      size: { width: side, height: side },
    })
    const models = {
      encoderBackend,
      hasWorker: true,
      hasParallelEncoder: true,
      has: () => false,
      releaseWorker: () => {},
      saliency,
      encoder: async () => ({ encoder: { run: () => embedding.promise }, model }),
      decoder: async () => 'graph',
    } as unknown as ModelRegistry
    const pixels = { width: 4, height: 4, data: new Uint8ClampedArray(64) } as unknown as ImageData
    const subject = await new PhotoAnalysis(pixels, { width: 4, height: 4 }).subject(models, async () => {})
    expect(subject.candidates.length).toBeGreaterThan(0)
    expect(inWorker.toSorted()).toEqual(expected)
  },
)
