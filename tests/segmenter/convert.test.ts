/**
 * Converts small ONNX networks, runs them with TensorFlow.js on the CPU, and compares with numbers calculated by hand.
 */
import { tensor } from '@tensorflow/tfjs'
import { expect, it } from 'vitest'
import { loadGraph } from '#client/media/segmenter/worker/steppedGraph.ts'
import { convertOnnx } from '../../scripts/models/convert.ts'
import { onnxFile, type Part, type Weights } from './onnxFile.ts'

const RAMP = Array.from({ length: 16 }, (_, i) => i) // 4 × 4, one channel

async function run(photo: number[], shape: [number, number], nodes: Part[], weights: Weights[] = []) {
  const { graphs, weights: bytes } = convertOnnx(onnxFile([1, 1, ...shape], nodes, weights))
  const json = Buffer.from(JSON.stringify(graphs[0]!.json(['weights.bin'])))
  const graph = await loadGraph([new Uint8Array(json), bytes])
  const [mask] = await graph.run({ image: tensor(photo, [1, ...shape, 1]) }, ['mask'])
  return { shape: mask!.shape, values: Array.from(mask!.dataSync()) }
}

const conv = (attributes: Record<string, number | number[]>, inputs = ['photo', 'kernel', 'bias']): Part => ({
  op: 'Conv',
  inputs,
  output: 'filtered',
  attributes,
})

it('converts Conv with stride, ONNX padding and bias', async () => {
  const kernel = { name: 'kernel', shape: [1, 1, 3, 3], values: [0, 0, 0, 0, 1, 2, 0, 0, 0] }
  const bias = { name: 'bias', shape: [1], values: [0.5] }
  const { shape, values } = await run(RAMP, [4, 4], [conv({ pads: [1, 1, 1, 1], strides: [2, 2] })], [kernel, bias])
  expect(shape).toEqual([1, 2, 2, 1])
  expect(values).toEqual([2.5, 8.5, 26.5, 32.5]) // v + 2·(the next value) + 0.5 at 0, 2, 8, 10
})

it('transposes the kernel of a depthwise convolution', async () => {
  const kernel = { name: 'kernel', shape: [2, 1, 1, 1], values: [1, 10] }
  const second = { name: 'second', shape: [1, 2, 1, 2], values: [1, 2, 3, 4] }
  const nodes = [conv({}, ['photo', 'kernel']), { op: 'Conv', inputs: ['filtered', 'second'], output: 'both' }]
  const { values } = await run([1, 5], [1, 2], nodes, [kernel, second])
  expect(values).toEqual([1 * 1 + 2 * 5 + 3 * 10 + 4 * 50])
})

it('dilates, and fuses a ReLU only when the network has one', async () => {
  const kernel = { name: 'kernel', shape: [1, 1, 1, 3], values: [-1, 0, 1] }
  const nodes = [
    conv({ pads: [0, 2, 0, 2], dilations: [1, 2] }, ['photo', 'kernel']),
    { op: 'Relu', inputs: ['filtered'], output: 'positive' },
    { op: 'Add', inputs: ['filtered', 'positive'], output: 'sum' },
  ]
  const { values } = await run([1, 2, 3, 9], [1, 4], nodes, [kernel])
  const filtered = [3, 9, -1, -2] // two to the right minus two to the left
  expect(values).toEqual(filtered.map((v) => v + Math.max(0, v)))
})

it('pools an odd side with ceil_mode', async () => {
  const pool = (ceil: number): Part[] => [
    {
      op: 'MaxPool',
      inputs: ['photo'],
      output: 'p',
      attributes: { kernel_shape: [1, 2], strides: [1, 2], ceil_mode: ceil },
    },
  ]
  expect((await run([1, 2, 3, 4, 5], [1, 5], pool(1))).values).toEqual([2, 4, 5])
  expect((await run([1, 2, 3, 4, 5], [1, 5], pool(0))).values).toEqual([2, 4])
})

it('resizes to a size that the graph computes from another tensor', async () => {
  const whole: Pick<Weights, 'type' | 'shape'> = { type: 'int64', shape: [1] }
  const weights: Weights[] = [
    { name: 'two', values: [2], ...whole },
    { name: 'zero', values: [0], ...whole },
    { name: 'scales', shape: [4], values: [1, 1, 1, 1] },
  ]
  const nodes: Part[] = [
    { op: 'MaxPool', inputs: ['photo'], output: 'small', attributes: { kernel_shape: [2, 2], strides: [2, 2] } },
    { op: 'Shape', inputs: ['small'], output: 'small shape' },
    { op: 'Slice', inputs: ['small shape', 'zero', 'two'], output: 'batch and channels' },
    { op: 'Shape', inputs: ['photo'], output: 'photo shape' },
    { op: 'Gather', inputs: ['photo shape', 'two'], output: 'height' },
    { op: 'Concat', inputs: ['batch and channels', 'height', 'height'], output: 'size', attributes: { axis: 0 } },
    {
      op: 'Resize',
      inputs: ['small', 'scales', 'scales', 'size'],
      output: 'large',
      attributes: { mode: 'linear', coordinate_transformation_mode: 'pytorch_half_pixel' },
    },
    { op: 'Concat', inputs: ['large', 'photo'], output: 'both', attributes: { axis: -3 } },
  ]
  const { shape, values } = await run(RAMP, [4, 4], nodes, weights)
  expect(shape).toEqual([1, 4, 4, 2])
  // between 5 and 7, with half-pixel centres
  expect(values.filter((_, i) => i % 2 === 0).slice(0, 4)).toEqual([5, 5.5, 6.5, 7])
  expect(values.filter((_, i) => i % 2 === 1)).toEqual(RAMP)
})

it("sorts nodes topologically and drops nodes that the output doesn't need", () => {
  const nodes: Part[] = [
    { op: 'Relu', inputs: ['early'], output: 'answer' },
    { op: 'Sigmoid', inputs: ['photo'], output: 'early' },
    { op: 'NoSuchThing', inputs: ['photo'], output: 'aside' },
  ]
  const { graphs } = convertOnnx(onnxFile([1, 1, 1, 1], nodes, [], 'answer'))
  expect(graphs[0]!.json([]).modelTopology.node.map((node) => node.op)).toEqual([
    'Placeholder',
    'Sigmoid',
    'Relu',
    'Identity',
  ])
})

it('names every unsupported operator', () => {
  const nodes: Part[] = [
    { op: 'Gelu', inputs: ['photo'], output: 'a' },
    { op: 'Einsum', inputs: ['a'], output: 'b' },
  ]
  expect(() => convertOnnx(onnxFile([1, 1, 2, 2], nodes))).toThrow('Gelu, Einsum')
})

it('refuses a truncated file', () => {
  const file = onnxFile([1, 1, 2, 2], [{ op: 'Sigmoid', inputs: ['photo'], output: 'a' }])
  expect(() => convertOnnx(file.subarray(0, -3))).toThrow('index out of range')
})
