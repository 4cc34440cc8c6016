/** Evaluates ONNX operators on constants (constant folding), including all computations of shapes, which are static. */
import * as tf from '@tensorflow/tfjs'
import { list, type Node, number } from './onnx.ts'

tf.enableProdMode() // prevents the recommendation of TensorFlow.js's package for Node

/** Functions that evaluate an operator on constant inputs, by its ONNX name. */
export const FOLDS: Record<string, (node: Node, ...inputs: tf.Tensor[]) => tf.Tensor> = {
  Mul: (_, a: tf.Tensor, b: tf.Tensor) => tf.mul(a, b),
  Div: (_, a: tf.Tensor, b: tf.Tensor) => tf.div(a, b),
  Equal: (_, a: tf.Tensor, b: tf.Tensor) => tf.equal(a, b),
  /** Always casts to integers, because the networks cast constants only to integers. */
  Cast: (_, x: tf.Tensor) => tf.cast(x, 'int32'),
  Where: (_, test: tf.Tensor, yes: tf.Tensor, no: tf.Tensor) => tf.where(test, yes, no),
  Gather(node, from: tf.Tensor, indices: tf.Tensor) {
    const axis = axisOf(number(node, 'axis', 0), from.rank)
    return tf.gather(from, tf.mod(indices, tf.scalar(from.shape[axis] ?? 1, 'int32')), axis)
  },
  Slice(_, from: tf.Tensor, ...bounds: tf.Tensor[]) {
    const ranges = slices(from.shape, bounds)
    const [start, end, step] = (['start', 'end', 'step'] as const).map((name) => ranges.map((range) => range[name]))
    return tf.stridedSlice(from, start ?? [], end ?? [], step)
  },
  Unsqueeze: (node, from: tf.Tensor, axes?: tf.Tensor) =>
    tf.reshape(from, unsqueezed(from.shape, axes ? integersOf(axes) : list(node, 'axes'))),
  Concat: (node, ...inputs: tf.Tensor[]) => tf.concat(inputs, number(node, 'axis', 0)),
  Reshape: (_, from: tf.Tensor, to: tf.Tensor) => tf.reshape(from, integersOf(to)),
  Transpose: (node, from: tf.Tensor) => tf.transpose(from, list(node, 'perm')),
  Expand: (_, from: tf.Tensor, to: tf.Tensor) =>
    tf.broadcastTo(from, tf.broadcast_util.assertAndGetBroadcastShape(from.shape, integersOf(to))),
  ConstantOfShape(node, shape: tf.Tensor) {
    const value = node.attributes.get('value') as tf.Tensor // `value` is the only attribute of the operator
    return tf.fill(integersOf(shape), value.dataSync()[0] ?? 0, 'int32')
  },
  /** `values` are the numbers for off and on. The new axis is the last axis. */
  OneHot(_, indices: tf.Tensor, depth: tf.Tensor, values: tf.Tensor) {
    const [off, on] = values.dataSync()
    return tf.cast(tf.oneHot(indices, depth.dataSync()[0] ?? 0, on, off), values.dtype)
  },
}

/** Returns the values of a constant, row-major. */
export const integersOf = (tensor: tf.Tensor): number[] => [...tensor.dataSync()]

/** Returns the index of an axis. A negative `axis` counts from the end, as in ONNX. */
export const axisOf = (axis: number, rank: number): number => (axis < 0 ? axis + rank : axis)

/** Returns the shape with axes of length 1 inserted at the positions `axes` of the result (ONNX Unsqueeze). */
export function unsqueezed(shape: readonly number[], axes: readonly number[]): number[] {
  const rest = [...shape]
  const rank = shape.length + axes.length
  const added = new Set(axes.map((axis) => axisOf(axis, rank)))
  return Array.from({ length: rank }, (_, axis) => (added.has(axis) ? 1 : (rest.shift() ?? 1)))
}

/** Returns the range of the slice on each axis of `shape`. `bounds`: starts, ends, axes, steps, as in ONNX's Slice. */
export function slices(shape: readonly number[], bounds: readonly tf.Tensor[]) {
  const [starts = [], ends = [], axes = [], steps] = bounds.map(integersOf)
  const ranges = shape.map((side) => ({ start: 0, end: side, step: 1 }))
  for (const [i, start] of starts.entries())
    ranges[axisOf(axes[i] ?? i, shape.length)] = { start, end: ends[i] ?? 0, step: steps?.[i] ?? 1 }
  return ranges
}
