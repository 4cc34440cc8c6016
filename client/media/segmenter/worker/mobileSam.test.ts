import { memory, type Tensor, tensor } from '@tensorflow/tfjs'
import { expect, it, vi } from 'vitest'
import { SAM_MASK_SIDE } from '../pipeline/networkInputs.ts'
import { MaskDecoder } from './mobileSam.ts'
import type { Graph } from './steppedGraph.ts'

const PROMPT = { points: [{ x: 1, y: 2, kind: 'in' as const }], mask: null }
const noStep = () => {}

/** Creates a decoder of two nodes, of which one depends only on the embedding. */
function smallGraph() {
  const run = vi.fn<Graph['run']>(async (_, outputs) => {
    await Promise.resolve()
    return outputs.map((_, i) => tensor([i]))
  })
  const graph: Graph = { run, nodesAfter: () => ['from-the-photo'] }
  const runsWithoutPrompt = () => run.mock.calls.filter(([, outputs]) => outputs[0] === 'from-the-photo')
  return { graph, run, runsWithoutPrompt }
}

async function withEmbedding(check: (embedding: Tensor, tensors: () => number) => Promise<void>): Promise<void> {
  const embedding = tensor([1])
  const before = memory().numTensors
  await check(embedding, () => memory().numTensors - before)
  embedding.dispose()
}

it('two simultaneous prompts compute the photo tensors once', () =>
  withEmbedding(async (embedding, tensors) => {
    const { graph, runsWithoutPrompt } = smallGraph()
    const decoder = new MaskDecoder(graph, embedding)
    const [first, second] = await Promise.all([decoder.decode(PROMPT, noStep), decoder.decode(PROMPT, noStep)])
    expect([[...first.masks], [...second.predictedIou]]).toEqual([[0], [1]])
    await decoder.decode(PROMPT, noStep)
    expect(runsWithoutPrompt()).toHaveLength(1)
    expect(tensors()).toBe(1)
    await decoder.dispose()
    expect(tensors()).toBe(0)
  }))

it('disposing also frees tensors that are still being computed', () =>
  withEmbedding(async (embedding, tensors) => {
    const { graph, run } = smallGraph()
    const decoder = new MaskDecoder(graph, embedding)
    const decoded = decoder.decode(PROMPT, noStep)
    expect(run).toHaveBeenCalledTimes(1)
    await decoder.dispose()
    await decoded
    expect(tensors()).toBe(0)
  }))

it('after a failure, the next prompt computes the photo tensors again', () =>
  withEmbedding(async (embedding, tensors) => {
    const { graph, run, runsWithoutPrompt } = smallGraph()
    run.mockRejectedValueOnce(new Error('no memory'))
    const decoder = new MaskDecoder(graph, embedding)
    await expect(decoder.decode(PROMPT, noStep)).rejects.toThrow('no memory')
    expect(tensors()).toBe(0)
    await decoder.decode(PROMPT, noStep)
    expect(runsWithoutPrompt()).toHaveLength(2)
    await decoder.dispose()
    expect(tensors()).toBe(0)
  }))

it('a prompt with a mask precomputes nothing', () =>
  withEmbedding(async (embedding, tensors) => {
    const { graph, run } = smallGraph()
    const decoder = new MaskDecoder(graph, embedding)
    await decoder.decode({ ...PROMPT, mask: new Float32Array(SAM_MASK_SIDE ** 2) }, noStep)
    expect(run.mock.calls.map(([, outputs]) => outputs)).toEqual([['masks', 'quality']])
    await decoder.dispose()
    expect(tensors()).toBe(0)
  }))
