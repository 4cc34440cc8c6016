/** Tensor arithmetic on constants, for constant folding. */
import type { Tensor } from './onnx.ts'

type Values = Tensor['values']

/** Floats stay floats, integers plain arrays; booleans are 0 and 1. */
export const like = (sample: Values, values: readonly number[]): Values =>
  sample instanceof Float32Array ? Float32Array.from(values) : [...values]

/** Returns the number of elements of a shape. */
export const elementCount = (shape: readonly number[]): number => shape.reduce((product, side) => product * side, 1)

/** Row-major strides, per axis. */
export function stridesOf(shape: readonly number[]): number[] {
  const strides = shape.map(() => 1)
  for (let axis = shape.length - 2; axis >= 0; axis--) strides[axis] = (strides[axis + 1] ?? 1) * (shape[axis + 1] ?? 1)
  return strides
}

/** Reads a tensor of `shape` from `from` with arbitrary strides and an offset. */
export function stridedCopy(from: Values, shape: readonly number[], strides: readonly number[], start = 0): Tensor {
  const count = elementCount(shape)
  const values: number[] = new Array(count)
  const position = shape.map(() => 0)
  let place = start
  for (let at = 0; at < count; at++) {
    values[at] = from[place] ?? 0
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      position[axis] = (position[axis] ?? 0) + 1
      place += strides[axis] ?? 0
      if ((position[axis] ?? 0) < (shape[axis] ?? 1)) break
      place -= (strides[axis] ?? 0) * (shape[axis] ?? 1)
      position[axis] = 0
    }
  }
  return { shape: [...shape], values: like(from, values) }
}

/** Returns the tensor with its axes in another order: axis i is the former `order[i]`. */
export function transposed({ shape, values }: Tensor, order: readonly number[]): Tensor {
  const strides = stridesOf(shape)
  return stridedCopy(
    values,
    order.map((axis) => shape[axis] ?? 1),
    order.map((axis) => strides[axis] ?? 1),
  )
}

/** The broadcast shape of two tensors. @throws if they cannot be broadcast. */
export function broadcastShape(a: readonly number[], b: readonly number[]): number[] {
  const rank = Math.max(a.length, b.length)
  return Array.from({ length: rank }, (_, i) => {
    const [left, right] = [a[i - rank + a.length] ?? 1, b[i - rank + b.length] ?? 1]
    if (left !== right && left !== 1 && right !== 1) throw new Error(`onnx: [${a}] and [${b}] cannot be broadcast`)
    return left === 1 ? right : left
  })
}

/** Repeats a tensor along its axes of length 1, to the shape `to`. */
export function broadcastTo({ shape, values }: Tensor, to: readonly number[]): Tensor {
  const strides = stridesOf(shape)
  const lead = to.length - shape.length
  return stridedCopy(
    values,
    to,
    to.map((_, i) => ((shape[i - lead] ?? 1) === 1 ? 0 : (strides[i - lead] ?? 0))),
  )
}

/** Combines two tensors element by element, broadcast to a common shape. `isTruth`: the values are booleans. */
export function broadcast(a: Tensor, b: Tensor, join: (a: number, b: number) => number, isTruth = false): Tensor {
  const shape = broadcastShape(a.shape, b.shape)
  const [left, right] = [broadcastTo(a, shape).values, broadcastTo(b, shape).values]
  const values = Array.from(left, (value, i) => join(value, right[i] ?? 0))
  return { shape, values: isTruth ? values : like(a.values, values) }
}

/** Joins tensors along an axis; a negative axis counts from the end. @throws without tensors. */
export function concatenated(parts: readonly Tensor[], axis: number): Tensor {
  const first = parts[0]
  if (!first) throw new Error('onnx: nothing to concatenate')
  const along = axis < 0 ? axis + first.shape.length : axis
  const shape = first.shape.map((side, i) =>
    i === along ? parts.reduce((sum, part) => sum + (part.shape[i] ?? 0), 0) : side,
  )
  const [outer, inner] = [elementCount(shape.slice(0, along)), elementCount(shape.slice(along + 1))]
  const values: number[] = []
  for (let block = 0; block < outer; block++)
    for (const part of parts) {
      const length = (part.shape[along] ?? 0) * inner
      for (let i = 0; i < length; i++) values.push(part.values[block * length + i] ?? 0)
    }
  return { shape, values: like(first.values, values) }
}

/** Returns the values of a float tensor. @throws for integers. */
export function floats(tensor: Tensor): Float32Array {
  if (tensor.values instanceof Float32Array) return tensor.values
  throw new Error('onnx: integers where floats are needed')
}

/** Returns an entry; a negative index counts from the end. @throws when there is none. */
export function entry<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index < 0 ? index + values.length : index]
  if (value === undefined) throw new Error(`onnx: no entry ${index} among ${values.length}`)
  return value
}

/** Returns the first four sides of a shape. @throws when there are fewer. */
export function dims4(shape: ArrayLike<number>): [number, number, number, number] {
  return [entry(shape, 0), entry(shape, 1), entry(shape, 2), entry(shape, 3)]
}

/** A negative axis counts from the end. */
export const axisOf = (axis: number, rank: number): number => (axis < 0 ? axis + rank : axis)
