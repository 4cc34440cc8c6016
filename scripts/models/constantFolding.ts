/** Constant folding: ONNX operators applied to constants. All shapes are static, so shape computations end here. */
import { list, type Node, number, type Tensor } from './onnx.ts'
import {
  axisOf,
  broadcast,
  broadcastTo,
  concatenated,
  elementCount,
  entry,
  like,
  stridedCopy,
  stridesOf,
  transposed,
} from './tensors.ts'

type Fold = (inputs: readonly Tensor[], node: Node) => Tensor

const vector = (values: readonly number[]): Tensor => ({ shape: [values.length], values: [...values] })
const unary = (map: (value: number) => number, isTruth = false): Fold => {
  return ([input = vector([])]) => {
    const values = Array.from(input.values, map)
    return { shape: input.shape, values: isTruth ? values : like(input.values, values) }
  }
}
const binary = (of: (a: number, b: number) => number, isTruth = false): Fold => {
  return ([a = vector([]), b = vector([])]) => broadcast(a, b, of, isTruth)
}

const INTEGER_TYPES = [2, 3, 4, 5, 6, 7, 9, 12, 13] // types of onnx.proto3, including booleans
const FLOAT_TYPES = [1, 10, 11]

/** Evaluates an ONNX operator on constant inputs, by the operator's type. */
export const CONSTANT_FOLDS: Record<string, Fold> = {
  Add: binary((a, b) => a + b),
  Sub: binary((a, b) => a - b),
  Mul: binary((a, b) => a * b),
  Div: ([a = vector([]), b = vector([])]) =>
    broadcast(a, b, a.values instanceof Float32Array ? (x, y) => x / y : (x, y) => Math.trunc(x / y)),
  Equal: binary((a, b) => Number(a === b), true),
  Not: unary((value) => Number(!value), true),
  Sin: unary(Math.sin),
  Cos: unary(Math.cos),
  Sqrt: unary(Math.sqrt),
  Identity: unary((value) => value),

  Cast([input = vector([])], node) {
    const to = number(node, 'to', 1)
    if (FLOAT_TYPES.includes(to)) return { shape: input.shape, values: Float32Array.from(input.values) }
    if (!INTEGER_TYPES.includes(to)) throw new Error(`onnx: ${node.name} casts to the unknown data type ${to}`)
    return { shape: input.shape, values: Array.from(input.values, Math.trunc) }
  },

  Where([test = vector([]), yes = vector([]), no = vector([])]) {
    const shape = broadcast(
      broadcast(test, yes, () => 0),
      no,
      () => 0,
    ).shape
    const [choice, a, b] = [test, yes, no].map((tensor) => broadcastTo(tensor, shape).values)
    return {
      shape,
      values: like(
        yes.values,
        Array.from(choice ?? [], (is, i) => (is ? a?.[i] : b?.[i]) ?? 0),
      ),
    }
  },

  Gather([from = vector([]), indices = vector([])], node) {
    const axis = axisOf(number(node, 'axis', 0), from.shape.length)
    const [before, after] = [from.shape.slice(0, axis), from.shape.slice(axis + 1)]
    const inner = elementCount(after)
    const length = entry(from.shape, axis)
    const values: number[] = []
    for (let block = 0; block < elementCount(before); block++)
      for (const index of indices.values)
        for (let i = 0; i < inner; i++)
          values.push(entry(from.values, (block * length + axisOf(index, length)) * inner + i))
    return { shape: [...before, ...indices.shape, ...after], values: like(from.values, values) }
  },

  Slice([from = vector([]), ...bounds]) {
    const ranges = slices(from.shape, bounds)
    const strides = stridesOf(from.shape)
    const start = ranges.reduce((sum, range, axis) => sum + range.start * entry(strides, axis), 0)
    return stridedCopy(
      from.values,
      ranges.map((range) => range.length),
      ranges.map((range, axis) => range.step * entry(strides, axis)),
      start,
    )
  },

  Unsqueeze([from = vector([]), given], node) {
    const axes = given ? [...given.values] : list(node, 'axes', [])
    return { shape: unsqueezed(from.shape, axes), values: from.values }
  },

  Concat: (inputs, node) => concatenated(inputs, number(node, 'axis', 0)),
  Reshape: ([from = vector([]), to = vector([])]) => ({
    shape: reshaped(from.shape, [...to.values]),
    values: from.values,
  }),
  Transpose: ([from = vector([])], node) => transposed(from, list(node, 'perm', [...from.shape.keys()].reverse())),
  Expand: ([from = vector([]), to = vector([])]) =>
    broadcastTo(from, broadcast(from, zeros([...to.values]), () => 0).shape),

  Tile([from = vector([]), repeats = vector([])]) {
    return [...repeats.values].reduce((tile, times, axis) => concatenated(Array(times).fill(tile), axis), from)
  },

  ConstantOfShape([shape = vector([])], node) {
    const value = node.attributes.get('value')
    const tensor: Tensor =
      typeof value === 'object' && !Array.isArray(value) ? value : { shape: [1], values: new Float32Array(1) }
    const values = new Array(elementCount([...shape.values])).fill(tensor.values[0])
    return { shape: [...shape.values], values: like(tensor.values, values) }
  },

  /** `values`: [off value, on value]. */
  OneHot([indices = vector([]), depth = vector([]), values = vector([])], node) {
    const [off, on] = [entry(values.values, 0), entry(values.values, 1)]
    if (axisOf(number(node, 'axis', -1), indices.shape.length + 1) !== indices.shape.length)
      throw new Error(`onnx: ${node.name} is one-hot along another axis than the last`)
    const size = entry(depth.values, 0)
    const hot = [...indices.values].flatMap((index) =>
      Array.from({ length: size }, (_, i) => (i === axisOf(index, size) ? on : off)),
    )
    return { shape: [...indices.shape, size], values: like(values.values, hot) }
  },
}

const zeros = (shape: number[]): Tensor => ({ shape, values: new Array(elementCount(shape)).fill(0) })

/** Returns the shape with axes of length 1 inserted at the positions `axes` of the result (ONNX Unsqueeze). */
export function unsqueezed(shape: readonly number[], axes: readonly number[]): number[] {
  const rank = shape.length + axes.length
  const added = new Set(axes.map((axis) => axisOf(axis, rank)))
  const rest = [...shape]
  return Array.from({ length: rank }, (_, axis) => (added.has(axis) ? 1 : (rest.shift() ?? 1)))
}

/** ONNX: 0 keeps the dimension, -1 infers it. */
export function reshaped(from: readonly number[], to: readonly number[]): number[] {
  const known = to.map((side, axis) => (side === 0 ? entry(from, axis) : side))
  const rest = elementCount(from) / elementCount(known.filter((side) => side !== -1))
  return known.map((side) => (side === -1 ? rest : side))
}

/** Returns start, length and step of a slice per axis of `shape`. */
export function slices(shape: readonly number[], [starts, ends, axes, steps]: readonly Tensor[]) {
  const ranges = shape.map((side) => ({ start: 0, length: side, step: 1 }))
  for (const [i, from] of [...(starts?.values ?? [])].entries()) {
    const axis = axisOf(axes ? entry(axes.values, i) : i, shape.length)
    const side = entry(shape, axis)
    const step = steps ? entry(steps.values, i) : 1
    const clamp = (index: number) =>
      Math.min(Math.max(axisOf(index, side), step > 0 ? 0 : -1), step > 0 ? side : side - 1)
    const end = entry(ends?.values ?? [], i)
    const [first, last] = [clamp(from), end < -side ? (step > 0 ? 0 : -1) : clamp(end)]
    ranges[axis] = { start: first, length: Math.max(0, Math.ceil((last - first) / step)), step }
  }
  return ranges
}
