/**
 * Converts small TensorFlow Lite networks, runs them with TensorFlow.js on the CPU, and compares with numbers
 * calculated by hand.
 */
import { tensor } from '@tensorflow/tfjs'
import { expect, it } from 'vitest'
import { loadGraph } from '#client/media/segmenter/worker/steppedGraph.ts'
import { convertOnnx } from '../../scripts/models/convert.ts'
import { type Fields, type TestOperator, type TestTensor, tfliteFile } from './tfliteFile.ts'

async function run(values: number[], tensors: TestTensor[], operators: TestOperator[]) {
  const { graphs, weights } = convertOnnx(tfliteFile(tensors, operators))
  const json = Buffer.from(JSON.stringify(graphs[0]!.json(['weights.bin'])))
  const graph = await loadGraph([new Uint8Array(json), weights])
  const [mask] = await graph.run({ image: tensor(values, tensors[0]!.shape) }, ['mask'])
  return { shape: mask!.shape, values: Array.from(mask!.dataSync()) }
}

const picture = (height: number, width: number, channels = 1): TestTensor => ({ shape: [1, height, width, channels] })
const floats = (shape: number[], values: number[]): TestTensor => ({ shape, values: Float32Array.from(values) })
const SAME = 0
const stepping = (stride: number, padding = SAME): Fields => ({
  0: { byte: padding },
  1: { int: stride },
  2: { int: stride },
})

it("convolves with a float16 kernel and TensorFlow's SAME padding", async () => {
  const kernel: TestTensor = {
    shape: [1, 3, 3, 1],
    type: 1,
    values: Float16Array.of(0, 0, 0, 0, 1, 2, 0, 0, 0),
  }
  const tensors = [picture(4, 4), kernel, { shape: [1, 3, 3, 1] }, floats([1], [0.5]), picture(2, 2)]
  const { shape, values } = await run(
    Array.from({ length: 16 }, (_, i) => i),
    tensors,
    [
      { code: 6, inputs: [1], output: 2 },
      { code: 3, inputs: [0, 2, 3], output: 4, options: stepping(2) },
    ],
  )
  expect(shape).toEqual([1, 2, 2, 1])
  // SAME puts all the padding right and below
  expect(values).toEqual([5 + 2 * 6 + 0.5, 7 + 0.5, 13 + 2 * 14 + 0.5, 15 + 0.5])
})

it('converts depthwise convolution, HardSwish and average pooling', async () => {
  const tensors = [
    picture(1, 2, 2),
    floats([1, 1, 1, 2], [1, 10]),
    floats([2], [0, 1]),
    picture(1, 2, 2),
    picture(1, 1, 2),
  ]
  const twice = [...tensors, picture(1, 1, 2)]
  const { values } = await run([1, 2, 3, 4], twice, [
    { code: 4, inputs: [0, 1, 2], output: 3, options: stepping(1) },
    { code: 1, inputs: [3], output: 4, options: { ...stepping(1, 1), 3: { int: 2 }, 4: { int: 1 } } },
    { code: 117, inputs: [4], output: 5 },
  ])
  expect(values[0]).toBeCloseTo((2 * 5) / 6, 5) // the mean of 1 and 3, times 5/6
  expect(values[1]).toBeCloseTo(31, 5) // the mean of 21 and 41
})

it("converts MediaPipe's transposed convolution", async () => {
  const custom = new Uint8Array(Int32Array.of(1, 2, 2).buffer)
  const tensors = [picture(1, 2, 2), floats([1, 2, 2, 2], [1, 0, 0, 1, 2, 0, 0, 2]), floats([1], [0.25]), picture(2, 4)]
  const code = 'Convolution2DTransposeBias'
  const { shape, values } = await run([1, 10, 3, 30], tensors, [{ code, inputs: [0, 1, 2], output: 3, custom }])
  expect(shape).toEqual([1, 2, 4, 1])
  expect(values).toEqual([1, 10, 3, 30, 2, 20, 6, 60].map((value) => value + 0.25))
})

it('converts bilinear resizing, multiplication and addition', async () => {
  const size: TestTensor = { shape: [2], type: 2, values: Int32Array.of(1, 4) }
  const tensors = [picture(1, 2), size, picture(1, 4), floats([1, 1, 1, 1], [3]), picture(1, 4), picture(1, 4)]
  const { values } = await run([0, 4], tensors, [
    { code: 23, inputs: [0, 1], output: 2, options: { 3: { byte: 1 } } },
    { code: 18, inputs: [2, 3], output: 4 },
    { code: 0, inputs: [4, 2], output: 5 },
  ])
  expect(values).toEqual([0, 4, 12, 16]) // 0 1 3 4, four times
})

it('adds the complement of a mask as the first channel', async () => {
  const tensors = [picture(1, 2), picture(1, 2)]
  const operators = [{ code: 19, inputs: [0], output: 1 }]
  const { graphs, weights } = convertOnnx(tfliteFile(tensors, operators), { withComplement: true })
  const graph = await loadGraph([new Uint8Array(Buffer.from(JSON.stringify(graphs[0]!.json(['w.bin'])))), weights])
  const [mask] = await graph.run({ image: tensor([0.25, 1], [1, 1, 2, 1]) }, ['mask'])
  expect(mask!.shape).toEqual([1, 1, 2, 2])
  expect(Array.from(mask!.dataSync())).toEqual([0.75, 0.25, 0, 1])
})

it('names unsupported operators', () => {
  const one = (code: number | string, options?: Fields): (() => unknown) => {
    const tensors = [picture(2, 2), floats([1, 1, 1, 1], [1]), floats([1], [0]), picture(2, 2)]
    return () =>
      convertOnnx(tfliteFile(tensors, [{ code, inputs: [0, 1, 2], output: 3, ...(options ? { options } : {}) }]))
  }
  expect(one(99)).toThrow('operator 99')
  expect(one('Unheard')).toThrow('operator Unheard')
  expect(one(3, { ...stepping(1), 3: { byte: 1 } })).toThrow('CONV_2D with a fused activation')
  expect(one(1, stepping(1))).toThrow('an average pool over less')
})
