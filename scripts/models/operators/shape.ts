/** Operators that rearrange values without changing them. */

import { reshaped, slices, unsqueezed } from '../constantFolding.ts'
import { type Conversion, identityOrder, type Order } from '../conversion.ts'
import { list, number, type Tensor } from '../onnx.ts'
import { axisOf, entry } from '../tensors.ts'
import type { Operators } from './operator.ts'

const INT = { type: 'DT_INT32' } as const

/** Operators that broadcast their operands. */
const BROADCASTING = new Set(['Add', 'Sub', 'Mul', 'Div', 'Equal'])

/** Operators that change shapes or select elements. */
export const SHAPE: Operators = {
  Reshape(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const from = to.shape(input)
    const shape = reshaped(from, [...to.constant(entry(node.inputs, 1)).values])
    emitReshape(to, input, output, shape)
  },

  Unsqueeze(node, to) {
    const input = entry(node.inputs, 0)
    const axes = node.inputs[1] ? [...to.constant(node.inputs[1]).values] : list(node, 'axes', [])
    emitReshape(to, input, entry(node.outputs, 0), unsqueezed(to.shape(input), axes))
  },

  /** No data moves yet: see `Order`. */
  Transpose(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const shape = to.shape(input)
    const axes = list(node, 'perm', [...shape.keys()].reverse())
    const order = to.order(input).map((axis) => axes.indexOf(axis))
    to.alias(
      output,
      input,
      axes.map((axis) => entry(shape, axis)),
      order,
    )
  },

  Concat(node, to) {
    const output = entry(node.outputs, 0)
    const shapes = node.inputs.map((name) => to.shape(name))
    const axis = axisOf(number(node, 'axis', 1), entry(shapes, 0).length)
    const shape = entry(shapes, 0).map((side, i) =>
      i === axis ? shapes.reduce((sum, s) => sum + entry(s, i), 0) : side,
    )
    const computed = node.inputs.find((name) => !to.isConstant(name))
    const order = computed ? to.order(computed) : identityOrder(shape)
    const place = order.indexOf(axis)
    const axisName = to.weight(`axis_${place}`, [], Int32Array.of(place), 'full')
    const inputs = [...node.inputs.map((name) => to.tfName(name, order)), axisName]
    to.emit(output, shape, 'ConcatV2', inputs, { N: { i: String(node.inputs.length) }, Tidx: INT }, { order })
  },

  Slice(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const shape = to.shape(input)
    const ranges = slices(
      shape,
      node.inputs.slice(1).map((name) => to.constant(name)),
    )
    if (ranges.some((range) => range.step !== 1)) throw new Error(`onnx: ${node.name} slices with a step`)
    emitSlice(to, input, output, ranges)
  },

  Split(node, to) {
    const input = entry(node.inputs, 0)
    const shape = to.shape(input)
    const axis = axisOf(number(node, 'axis', 0), shape.length)
    const lengths = node.inputs[1] ? [...to.constant(node.inputs[1]).values] : list(node, 'split', [])
    let start = 0
    for (const [i, output] of node.outputs.entries()) {
      const length = lengths[i] ?? entry(shape, axis) / node.outputs.length
      const ranges = shape.map((side) => ({ start: 0, length: side }))
      ranges[axis] = { start, length }
      emitSlice(to, input, output, ranges)
      start += length
    }
  },

  /** Selects one index of an axis and removes the axis. */
  Gather(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const index: Tensor = to.constant(entry(node.inputs, 1))
    const shape = to.shape(input)
    const axis = axisOf(number(node, 'axis', 0), shape.length)
    if (index.shape.length > 0) throw new Error(`onnx: ${node.name} gathers more than one entry`)
    const ranges = shape.map((side) => ({ start: 0, length: side }))
    ranges[axis] = { start: axisOf(entry(index.values, 0), entry(shape, axis)), length: 1 }
    emitSlice(to, input, `${output}/kept`, ranges)
    const rest = shape.filter((_, i) => i !== axis)
    emitReshape(to, `${output}/kept`, output, rest)
  },

  Pad(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const shape = to.shape(input)
    const pads = [...to.constant(entry(node.inputs, 1)).values]
    if ((node.attributes.get('mode') ?? 'constant') !== 'constant')
      throw new Error(`onnx: ${node.name} does not pad with constants`)
    if (pads.every((pad) => pad === 0)) return to.alias(output, input)
    const order = to.order(input)
    const rank = shape.length
    const table = order.flatMap((axis) => [entry(pads, axis), entry(pads, axis + rank)])
    const padded = shape.map((side, axis) => side + entry(pads, axis) + entry(pads, axis + rank))
    const padding = to.weight(`${output}_pads`, [rank, 2], Int32Array.from(table), 'full')
    to.emit(output, padded, 'Pad', [to.tfName(input, order), padding], { Tpaddings: INT }, { order })
  },

  /** Adds no node, because its consumers broadcast. */
  Expand(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    if (!to.consumers(output).every((user) => BROADCASTING.has(user.op)))
      throw new Error(`onnx: ${node.name} is read by an operator that does not broadcast`)
    to.alias(output, input)
  },

  Tile(node, to) {
    if ([...to.constant(entry(node.inputs, 1)).values].some((times) => times !== 1))
      throw new Error(`onnx: ${node.name} repeats a computed tensor`)
    to.alias(entry(node.outputs, 0), entry(node.inputs, 0))
  },
}

interface Range {
  start: number
  length: number
}

function emitSlice(to: Conversion, input: string, output: string, ranges: readonly Range[]): void {
  const shape = to.shape(input)
  if (ranges.every((range, axis) => range.length === shape[axis])) {
    to.alias(output, input)
    return
  }
  const order = to.order(input)
  // -1 = the whole axis, which a dynamic axis needs
  const size = order.map((axis) => (entry(ranges, axis).length === shape[axis] ? -1 : entry(ranges, axis).length))
  const begin = order.map((axis) => entry(ranges, axis).start)
  const inputs = [to.tfName(input, order), to.integers(`${output}_begin`, begin), to.integers(`${output}_size`, size)]
  const kept = ranges.map((range) => range.length)
  to.emit(output, kept, 'Slice', inputs, { Index: INT }, { order })
}

/**
 * Reshapes. If only axes that are adjacent in memory are merged or split, no data moves; else the tensor is first
 * transposed to ONNX's order.
 */
function emitReshape(to: Conversion, input: string, output: string, shape: readonly number[]): void {
  if (to.isConstant(input)) {
    to.alias(output, input, shape)
    return
  }
  const from = to.shape(input)
  const order = orderAfterReshape(from, to.order(input), shape)
  const straight = `${input}/straight`
  if (!order && !to.isEmitted(straight)) to.emit(straight, from, 'Identity', [to.tfName(input)], {})
  to.reshape(output, order ? input : straight, shape, order ?? identityOrder(shape))
}

function orderAfterReshape(from: readonly number[], order: Order, shape: readonly number[]): Order | null {
  const places = order.filter((axis) => from[axis] !== 1) // axes of length 1 fit at any position
  const groups: { place: number; axes: readonly number[] }[] = []
  for (const { before, after } of groupsOf(from, shape)) {
    const real = before.filter((axis) => from[axis] !== 1)
    const place = places.indexOf(real[0] ?? -1)
    if (real.some((axis, i) => places[place + i] !== axis)) return null
    groups.push({ place, axes: after })
  }
  return groups.sort((a, b) => a.place - b.place).flatMap((group) => group.axes)
}

/** Yields the smallest groups of adjacent axes with equally many elements in both shapes. */
function* groupsOf(from: readonly number[], to: readonly number[]) {
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const group = { before: [] as number[], after: [] as number[] }
    let [old, fresh] = [1, 1]
    do {
      const takesOld = j === to.length || (i < from.length && old <= fresh)
      if (takesOld) {
        old *= from[i] ?? 1
        group.before.push(i++)
      } else {
        fresh *= to[j] ?? 1
        group.after.push(j++)
      }
    } while (old !== fresh)
    yield group
  }
}
