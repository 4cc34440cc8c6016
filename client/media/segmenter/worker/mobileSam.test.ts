import { memory, type Tensor, tensor } from '@tensorflow/tfjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SAM_MASK_SIDE } from '../pipeline/networkInputs.ts'
import { MaskDecoder } from './mobileSam.ts'
import type { Graph } from './steppedGraph.ts'

const PROMPT = { points: [{ x: 1, y: 2, kind: 'in' as const }], mask: null }
const noStep = () => {}

/** The `run` function of a graph with two nodes. One node depends only on the embedding. */
const run = vi.fn<Graph['run']>()
const runsWithoutPrompt = () => run.mock.calls.filter(([, outputs]) => outputs[0] === 'from-the-photo')

let embedding: Tensor
let decoder: MaskDecoder
let before = 0
const tensors = () => memory().numTensors - before

beforeEach(() => {
  run.mockReset().mockImplementation(async (_, outputs) => {
    await Promise.resolve()
    return outputs.map((_, i) => tensor([i]))
  })
  embedding = tensor([1])
  before = memory().numTensors
  decoder = new MaskDecoder({ run, nodesAfter: () => ['from-the-photo'] }, embedding)
})
afterEach(async () => {
  await decoder.dispose()
  expect(tensors()).toBe(0)
  embedding.dispose()
})

it("two simultaneous prompts compute the photo's tensors only once", async () => {
  const [first, second] = await Promise.all([decoder.decode(PROMPT, noStep), decoder.decode(PROMPT, noStep)])
  expect([[...first.masks], [...second.predictedIou]]).toEqual([[0], [1]])
  await decoder.decode(PROMPT, noStep)
  expect(runsWithoutPrompt()).toHaveLength(1)
  expect(tensors()).toBe(1)
})

it('disposing the decoder also frees tensors that are still being computed', async () => {
  const decoded = decoder.decode(PROMPT, noStep)
  expect(run).toHaveBeenCalledTimes(1)
  await decoder.dispose()
  await decoded
  expect(tensors()).toBe(0)
})

it("after a failure, the next prompt computes the photo's tensors again", async () => {
  run.mockRejectedValueOnce(new Error('no memory'))
  await expect(decoder.decode(PROMPT, noStep)).rejects.toThrow('no memory')
  expect(tensors()).toBe(0)
  await decoder.decode(PROMPT, noStep)
  expect(runsWithoutPrompt()).toHaveLength(2)
})

it("a prompt with a mask doesn't compute reusable tensors of the photo", async () => {
  await decoder.decode({ ...PROMPT, mask: new Float32Array(SAM_MASK_SIDE ** 2) }, noStep)
  expect(run.mock.calls.map(([, outputs]) => outputs)).toEqual([['masks', 'quality']])
})
