/** What ONNX's operators make of constants. Shapes are fixed, so everything computed from them ends here. */
import { axisOf, list, number, part } from './attributes.ts'
import type { Node, Tensor } from './onnx.ts'
import { concatenated, countOf, expanded, gathered, joined, like, stridesOf, transposed } from './tensors.ts'

type Fold = (inputs: readonly Tensor[], node: Node) => Tensor

const whole = (values: readonly number[]): Tensor => ({ shape: [values.length], values: [...values] })
const each = (map: (value: number) => number, isTruth = false): Fold => {
  return ([input = whole([])]) => {
    const values = Array.from(input.values, map)
    return { shape: input.shape, values: isTruth ? values : like(input.values, values) }
  }
}
const join = (of: (a: number, b: number) => number, isTruth = false): Fold => {
  return ([a = whole([]), b = whole([])]) => joined(a, b, of, isTruth)
}

const INTEGER_TYPES = [2, 3, 4, 5, 6, 7, 9, 12, 13] // of onnx.proto3, booleans too
const FLOAT_TYPES = [1, 10, 11]

export const FOLDS: Record<string, Fold> = {
  Add: join((a, b) => a + b),
  Sub: join((a, b) => a - b),
  Mul: join((a, b) => a * b),
  Div: ([a = whole([]), b = whole([])]) =>
    joined(a, b, a.values instanceof Float32Array ? (x, y) => x / y : (x, y) => Math.trunc(x / y)),
  Equal: join((a, b) => Number(a === b), true),
  Not: each((value) => Number(!value), true),
  Sin: each(Math.sin),
  Cos: each(Math.cos),
  Sqrt: each(Math.sqrt),
  Identity: each((value) => value),

  Cast([input = whole([])], node) {
    const to = number(node, 'to', 1)
    if (FLOAT_TYPES.includes(to)) return { shape: input.shape, values: Float32Array.from(input.values) }
    if (!INTEGER_TYPES.includes(to)) throw new Error(`onnx: ${node.name} casts to the unknown data type ${to}`)
    return { shape: input.shape, values: Array.from(input.values, Math.trunc) }
  },

  Where([test = whole([]), yes = whole([]), no = whole([])]) {
    const shape = joined(
      joined(test, yes, () => 0),
      no,
      () => 0,
    ).shape
    const [choice, a, b] = [test, yes, no].map((tensor) => expanded(tensor, shape).values)
    return {
      shape,
      values: like(
        yes.values,
        Array.from(choice ?? [], (is, i) => (is ? a?.[i] : b?.[i]) ?? 0),
      ),
    }
  },

  Gather([from = whole([]), indices = whole([])], node) {
    const axis = axisOf(number(node, 'axis', 0), from.shape.length)
    const [before, after] = [from.shape.slice(0, axis), from.shape.slice(axis + 1)]
    const inner = countOf(after)
    const length = part(from.shape, axis)
    const values: number[] = []
    for (let block = 0; block < countOf(before); block++)
      for (const index of indices.values)
        for (let i = 0; i < inner; i++)
          values.push(part(from.values, (block * length + axisOf(index, length)) * inner + i))
    return { shape: [...before, ...indices.shape, ...after], values: like(from.values, values) }
  },

  Slice([from = whole([]), ...bounds]) {
    const ranges = slices(from.shape, bounds)
    const strides = stridesOf(from.shape)
    const start = ranges.reduce((sum, range, axis) => sum + range.start * part(strides, axis), 0)
    return gathered(
      from.values,
      ranges.map((range) => range.length),
      ranges.map((range, axis) => range.step * part(strides, axis)),
      start,
    )
  },

  Unsqueeze([from = whole([]), given], node) {
    const axes = given ? [...given.values] : list(node, 'axes', [])
    return { shape: unsqueezed(from.shape, axes), values: from.values }
  },

  Concat: (inputs, node) => concatenated(inputs, number(node, 'axis', 0)),
  Reshape: ([from = whole([]), to = whole([])]) => ({
    shape: reshaped(from.shape, [...to.values]),
    values: from.values,
  }),
  Transpose: ([from = whole([])], node) => transposed(from, list(node, 'perm', [...from.shape.keys()].reverse())),
  Expand: ([from = whole([]), to = whole([])]) => expanded(from, joined(from, blank([...to.values]), () => 0).shape),

  Tile([from = whole([]), repeats = whole([])]) {
    return [...repeats.values].reduce((tile, times, axis) => concatenated(Array(times).fill(tile), axis), from)
  },

  ConstantOfShape([shape = whole([])], node) {
    const value = node.attributes.get('value')
    const tensor: Tensor =
      typeof value === 'object' && !Array.isArray(value) ? value : { shape: [1], values: new Float32Array(1) }
    const values = new Array(countOf([...shape.values])).fill(tensor.values[0])
    return { shape: [...shape.values], values: like(tensor.values, values) }
  },

  /** `values`: what stands where the index is not, and where it is. */
  OneHot([indices = whole([]), depth = whole([]), values = whole([])], node) {
    const [off, on] = [part(values.values, 0), part(values.values, 1)]
    if (axisOf(number(node, 'axis', -1), indices.shape.length + 1) !== indices.shape.length)
      throw new Error(`onnx: ${node.name} is one-hot along another axis than the last`)
    const size = part(depth.values, 0)
    const hot = [...indices.values].flatMap((index) =>
      Array.from({ length: size }, (_, i) => (i === axisOf(index, size) ? on : off)),
    )
    return { shape: [...indices.shape, size], values: like(values.values, hot) }
  },
}

const blank = (shape: number[]): Tensor => ({ shape, values: new Array(countOf(shape)).fill(0) })

export function unsqueezed(shape: readonly number[], axes: readonly number[]): number[] {
  const rank = shape.length + axes.length
  const added = new Set(axes.map((axis) => axisOf(axis, rank)))
  const rest = [...shape]
  return Array.from({ length: rank }, (_, axis) => (added.has(axis) ? 1 : (rest.shift() ?? 1)))
}

/** ONNX: 0 keeps the side that was there, -1 takes what is left. */
export function reshaped(from: readonly number[], to: readonly number[]): number[] {
  const known = to.map((side, axis) => (side === 0 ? part(from, axis) : side))
  const rest = countOf(from) / countOf(known.filter((side) => side !== -1))
  return known.map((side) => (side === -1 ? rest : side))
}

/** Per axis of `shape`: where a slice begins, how many entries it has, how far they lie apart. */
export function slices(shape: readonly number[], [starts, ends, axes, steps]: readonly Tensor[]) {
  const ranges = shape.map((side) => ({ start: 0, length: side, step: 1 }))
  for (const [i, from] of [...(starts?.values ?? [])].entries()) {
    const axis = axisOf(axes ? part(axes.values, i) : i, shape.length)
    const side = part(shape, axis)
    const step = steps ? part(steps.values, i) : 1
    const clamp = (index: number) =>
      Math.min(Math.max(axisOf(index, side), step > 0 ? 0 : -1), step > 0 ? side : side - 1)
    const end = part(ends?.values ?? [], i)
    const [first, last] = [clamp(from), end < -side ? (step > 0 ? 0 : -1) : clamp(end)]
    ranges[axis] = { start: first, length: Math.max(0, Math.ceil((last - first) / step)), step }
  }
  return ranges
}
