/**
 * Operators of attention networks: converted, run with TensorFlow.js on the CPU, and compared with numbers calculated
 * by hand.
 */
import { tensor } from '@tensorflow/tfjs'
import { expect, it } from 'vitest'
import { loadGraph } from '#client/media/segmenter/worker/steppedGraph.ts'
import { convertOnnx, type Plan } from '../../scripts/models/convert.ts'
import { onnxFile, type Part, type Weights } from './onnxFile.ts'

interface Network {
  shape: number[] // shape of `photo` in ONNX's order
  nodes: Part[]
  weights?: Weights[]
  plan?: Plan
}

async function loaded({ shape, nodes, weights = [], plan = {} }: Network) {
  const { graphs, weights: bytes } = convertOnnx(onnxFile(shape, nodes, weights), plan)
  const json = Buffer.from(JSON.stringify(graphs[0]!.json(['weights.bin'])))
  return loadGraph([new Uint8Array(json), bytes])
}

/** `values` in the order of TF.js: NHWC for images. */
async function run(network: Network, values: number[], shape = network.shape) {
  const graph = await loaded(network)
  const [answer] = await graph.run({ image: tensor(values, shape) }, ['mask'])
  return { shape: answer!.shape, values: Array.from(answer!.dataSync()) }
}

const whole = (name: string, values: number[]): Weights => ({ name, type: 'int64', shape: [values.length], values })
const scalar = (name: string, value: number): Weights => ({ name, shape: [], values: [value] })

it('multiplies by a constant matrix with fused bias and ReLU', async () => {
  const weights = [
    { name: 'w', shape: [2, 3], values: [1, 2, 3, 4, 5, 6] },
    { name: 'b', shape: [3], values: [0, -100, 0.5] },
  ]
  const nodes = [
    { op: 'MatMul', inputs: ['photo', 'w'], output: 'product' },
    { op: 'Add', inputs: ['b', 'product'], output: 'sum' },
    { op: 'Relu', inputs: ['sum'], output: 'answer' },
  ]
  const { shape, values } = await run({ shape: [1, 2, 2], nodes, weights }, [1, 0, 1, 1])
  expect(shape).toEqual([1, 2, 3])
  expect(values).toEqual([1, 0, 3.5, 5, 0, 9.5])
})

it('multiplies two computed matrices, one of them transposed', async () => {
  const nodes: Part[] = [
    { op: 'Transpose', inputs: ['photo'], output: 'turned', attributes: { perm: [0, 2, 1] } },
    { op: 'MatMul', inputs: ['photo', 'turned'], output: 'answer' },
  ]
  const { values } = await run({ shape: [1, 2, 2], nodes }, [1, 2, 3, 4])
  expect(values).toEqual([5, 11, 11, 25])
})

it('reshapes an image to tokens and back in any memory order', async () => {
  const nodes: Part[] = [
    { op: 'Reshape', inputs: ['photo', 'tokens'], output: 'rows' },
    { op: 'Transpose', inputs: ['rows'], output: 'turned', attributes: { perm: [0, 2, 1] } },
    { op: 'Reshape', inputs: ['turned', 'mixed'], output: 'answer' },
  ]
  const weights = [whole('tokens', [1, 2, 6]), whole('mixed', [1, 3, 4])]
  // two channels, 2 × 3: channel 0 counts 0..5, channel 1 counts 10..15
  const picture = [0, 1, 2, 3, 4, 5].flatMap((v) => [v, v + 10])
  const { values } = await run({ shape: [1, 2, 2, 3], nodes, weights }, picture, [1, 2, 3, 2])
  expect(values).toEqual(picture)
})

it('transposes to NCHW when a reshape mixes channels with pixels', async () => {
  const nodes: Part[] = [{ op: 'Reshape', inputs: ['photo', 'pairs'], output: 'answer' }]
  const picture = [0, 1, 2, 3].flatMap((v) => [v, v + 10])
  const network = { shape: [1, 2, 2, 2], nodes, weights: [whole('pairs', [1, 4, 2])] }
  expect((await run(network, picture, [1, 2, 2, 2])).values).toEqual([0, 1, 2, 3, 10, 11, 12, 13])
})

it('normalises over channels, with scale and shift that broadcast', async () => {
  const nodes: Part[] = [
    { op: 'ReduceMean', inputs: ['photo'], output: 'mean', attributes: { axes: [1] } },
    { op: 'Sub', inputs: ['photo', 'mean'], output: 'centred' },
    { op: 'Pow', inputs: ['centred', 'two'], output: 'square' },
    { op: 'ReduceMean', inputs: ['square'], output: 'variance', attributes: { axes: [1] } },
    { op: 'Sqrt', inputs: ['variance'], output: 'spread' },
    { op: 'Div', inputs: ['centred', 'spread'], output: 'unit' },
    { op: 'Mul', inputs: ['scale', 'unit'], output: 'answer' },
  ]
  const weights = [scalar('two', 2), { name: 'scale', shape: [2, 1, 1], values: [1, 10] }]
  const { values } = await run({ shape: [1, 2, 1, 2], nodes, weights }, [0, 4, 7, 1], [1, 1, 2, 2])
  expect(values).toEqual([-1, 10, 1, -10])
})

it('converts LayerNormalization over the last axis', async () => {
  const weights = [
    { name: 'scale', shape: [2], values: [1, 2] },
    { name: 'shift', shape: [2], values: [0, 1] },
  ]
  const nodes: Part[] = [
    { op: 'LayerNormalization', inputs: ['photo', 'scale', 'shift'], output: 'answer', attributes: { axis: -1 } },
  ]
  const { values } = await run({ shape: [1, 1, 2], nodes, weights }, [3, 5])
  expect(values[0]).toBeCloseTo(-1, 4)
  expect(values[1]).toBeCloseTo(3, 4)
})

it('recognizes a decomposed GELU and matches it within 0.0006', async () => {
  const nodes: Part[] = [
    { op: 'Div', inputs: ['photo', 'root'], output: 'a' },
    { op: 'Erf', inputs: ['a'], output: 'b' },
    { op: 'Add', inputs: ['b', 'one'], output: 'c' },
    { op: 'Mul', inputs: ['photo', 'c'], output: 'd' },
    { op: 'Mul', inputs: ['d', 'half'], output: 'answer' },
  ]
  const weights = [scalar('root', Math.SQRT2), scalar('one', 1), scalar('half', 0.5)]
  const { values } = await run({ shape: [1, 5], nodes, weights }, [-3, -1, 0, 1, 3])
  const exact = [-0.0040496, -0.1586553, 0, 0.8413447, 2.9959504] // x Φ(x)
  for (const [i, value] of values.entries()) expect(Math.abs(value - exact[i]!)).toBeLessThan(6e-4)
})

it('converts a depthwise convolution', async () => {
  const kernel = { name: 'kernel', shape: [2, 1, 1, 2], values: [1, 2, 10, 20] }
  const nodes: Part[] = [{ op: 'Conv', inputs: ['photo', 'kernel'], output: 'answer', attributes: { group: 2 } }]
  const { values } = await run({ shape: [1, 2, 1, 2], nodes, weights: [kernel] }, [1, 3, 2, 4], [1, 1, 2, 2])
  expect(values).toEqual([1 + 2 * 2, 30 + 20 * 4])
})

it('converts a transposed convolution without overlap', async () => {
  const kernel = { name: 'kernel', shape: [1, 2, 2, 2], values: [1, 2, 3, 4, 10, 20, 30, 40] }
  const bias = { name: 'bias', shape: [2], values: [0, 0.5] }
  const nodes: Part[] = [
    { op: 'ConvTranspose', inputs: ['photo', 'kernel', 'bias'], output: 'answer', attributes: { strides: [2, 2] } },
  ]
  const { shape, values } = await run({ shape: [1, 1, 1, 2], nodes, weights: [kernel, bias] }, [1, 2], [1, 1, 2, 1])
  expect(shape).toEqual([1, 2, 4, 2])
  expect(values.filter((_, i) => i % 2 === 0)).toEqual([1, 2, 2, 4, 3, 4, 6, 8])
  expect(values.filter((_, i) => i % 2 === 1)).toEqual([10.5, 20.5, 20.5, 40.5, 30.5, 40.5, 60.5, 80.5])
})

it('pads, slices, splits and gathers one index', async () => {
  const weights = [whole('pads', [0, 1, 0, 1]), whole('from', [1]), whole('to', [9]), whole('along', [1])]
  const nodes: Part[] = [
    { op: 'Pad', inputs: ['photo', 'pads'], output: 'wide' }, // 0 1 2 3 0
    { op: 'Slice', inputs: ['wide', 'from', 'to', 'along'], output: 'tail' }, // 1 2 3 0
    { op: 'Gather', inputs: ['tail', 'third'], output: 'one', attributes: { axis: 1 } }, // 3
    { op: 'Mul', inputs: ['tail', 'one'], output: 'answer' },
  ]
  const third: Weights = { name: 'third', type: 'int64', shape: [], values: [2] }
  const { values } = await run({ shape: [1, 3], nodes, weights: [...weights, third] }, [1, 2, 3])
  expect(values).toEqual([3, 6, 9, 0])
})

it('converts a dynamic axis that computed shapes depend on', async () => {
  const weights = [whole('one', [1]), whole('rest', [2])]
  const nodes: Part[] = [
    { op: 'Shape', inputs: ['photo'], output: 'shape' },
    { op: 'Slice', inputs: ['shape', 'one', 'rest'], output: 'length' }, // element count
    { op: 'Concat', inputs: ['one', 'length', 'one'], output: 'to', attributes: { axis: 0 } },
    { op: 'Reshape', inputs: ['photo', 'to'], output: 'column' },
    { op: 'Softmax', inputs: ['column'], output: 'answer', attributes: { axis: -1 } },
  ]
  const graph = await loaded({ shape: [1, 0], nodes, weights, plan: { free: { photo: 1 } } })
  for (const count of [1, 2, 7]) {
    const [answer] = await graph.run({ image: tensor(new Array(count).fill(3), [1, count]) }, ['mask'])
    expect(answer!.shape).toEqual([1, count, 1])
  }
})

it('refuses a dynamic axis with an effect beyond one shape dimension', () => {
  const weights: Weights[] = [whole('one', [1]), whole('rest', [2]), whole('zero', [0])]
  const nodes: Part[] = [
    { op: 'Shape', inputs: ['photo'], output: 'shape' },
    { op: 'Slice', inputs: ['shape', 'one', 'rest'], output: 'length' },
    { op: 'Concat', inputs: ['zero', 'zero', 'zero', 'length'], output: 'pads', attributes: { axis: 0 } },
    { op: 'Pad', inputs: ['photo', 'pads'], output: 'answer' },
  ]
  const file = onnxFile([1, 0], nodes, weights)
  expect(() => convertOnnx(file, { free: { photo: 1 } })).toThrow('dynamic length')
})
