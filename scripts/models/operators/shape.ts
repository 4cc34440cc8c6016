/** Operators that move values without changing them. */
import { axisOf, list, number, part } from '../attributes.ts'
import { asItIs, type Conversion, type Order } from '../conversion.ts'
import { reshaped, slices, unsqueezed } from '../fold.ts'
import type { Tensor } from '../onnx.ts'
import type { Operators } from './operator.ts'

const INT = { type: 'DT_INT32' } as const

/** What may read a tensor that stands for a larger one by being repeated. */
const BROADCASTING = new Set(['Add', 'Sub', 'Mul', 'Div', 'Equal'])

export const SHAPE: Operators = {
  Reshape(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const from = to.shape(input)
    const shape = reshaped(from, [...to.constant(part(node.inputs, 1)).values])
    regroup(to, input, output, shape)
  },

  Unsqueeze(node, to) {
    const input = part(node.inputs, 0)
    const axes = node.inputs[1] ? [...to.constant(node.inputs[1]).values] : list(node, 'axes', [])
    regroup(to, input, part(node.outputs, 0), unsqueezed(to.shape(input), axes))
  },

  /** Nothing moves yet: see `Order`. */
  Transpose(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const shape = to.shape(input)
    const axes = list(node, 'perm', [...shape.keys()].reverse())
    const order = to.order(input).map((axis) => axes.indexOf(axis))
    to.alias(
      output,
      input,
      axes.map((axis) => part(shape, axis)),
      order,
    )
  },

  Concat(node, to) {
    const output = part(node.outputs, 0)
    const shapes = node.inputs.map((name) => to.shape(name))
    const axis = axisOf(number(node, 'axis', 1), part(shapes, 0).length)
    const shape = part(shapes, 0).map((side, i) => (i === axis ? shapes.reduce((sum, s) => sum + part(s, i), 0) : side))
    const computed = node.inputs.find((name) => !to.isConstant(name))
    const order = computed ? to.order(computed) : asItIs(shape)
    const place = order.indexOf(axis)
    const axisName = to.weight(`axis_${place}`, [], Int32Array.of(place), 'full')
    const inputs = [...node.inputs.map((name) => to.tfName(name, order)), axisName]
    to.emit(output, shape, 'ConcatV2', inputs, { N: { i: String(node.inputs.length) }, Tidx: INT }, { order })
  },

  Slice(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const shape = to.shape(input)
    const ranges = slices(
      shape,
      node.inputs.slice(1).map((name) => to.constant(name)),
    )
    if (ranges.some((range) => range.step !== 1)) throw new Error(`onnx: ${node.name} takes one of several`)
    cut(to, input, output, ranges)
  },

  Split(node, to) {
    const input = part(node.inputs, 0)
    const shape = to.shape(input)
    const axis = axisOf(number(node, 'axis', 0), shape.length)
    const lengths = node.inputs[1] ? [...to.constant(node.inputs[1]).values] : list(node, 'split', [])
    let start = 0
    for (const [i, output] of node.outputs.entries()) {
      const length = lengths[i] ?? part(shape, axis) / node.outputs.length
      const ranges = shape.map((side) => ({ start: 0, length: side }))
      ranges[axis] = { start, length }
      cut(to, input, output, ranges)
      start += length
    }
  },

  /** One entry along an axis, which goes away. */
  Gather(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const index: Tensor = to.constant(part(node.inputs, 1))
    const shape = to.shape(input)
    const axis = axisOf(number(node, 'axis', 0), shape.length)
    if (index.shape.length > 0) throw new Error(`onnx: ${node.name} gathers more than one entry`)
    const ranges = shape.map((side) => ({ start: 0, length: side }))
    ranges[axis] = { start: axisOf(part(index.values, 0), part(shape, axis)), length: 1 }
    cut(to, input, `${output}/kept`, ranges)
    const rest = shape.filter((_, i) => i !== axis)
    regroup(to, `${output}/kept`, output, rest)
  },

  Pad(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const shape = to.shape(input)
    const pads = [...to.constant(part(node.inputs, 1)).values]
    if ((node.attributes.get('mode') ?? 'constant') !== 'constant')
      throw new Error(`onnx: ${node.name} pads with something else than zeros`)
    if (pads.every((pad) => pad === 0)) return to.alias(output, input)
    const order = to.order(input)
    const rank = shape.length
    const table = order.flatMap((axis) => [part(pads, axis), part(pads, axis + rank)])
    const padded = shape.map((side, axis) => side + part(pads, axis) + part(pads, axis + rank))
    const padding = to.weight(`${output}_pads`, [rank, 2], Int32Array.from(table), 'full')
    to.emit(output, padded, 'Pad', [to.tfName(input, order), padding], { Tpaddings: INT }, { order })
  },

  /** Whoever joins it to another tensor repeats it anyway. */
  Expand(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    if (!to.users(output).every((user) => BROADCASTING.has(user.op)))
      throw new Error(`onnx: ${node.name} is read by something that does not repeat it`)
    to.alias(output, input)
  },

  Tile(node, to) {
    if ([...to.constant(part(node.inputs, 1)).values].some((times) => times !== 1))
      throw new Error(`onnx: ${node.name} repeats what is computed`)
    to.alias(part(node.outputs, 0), part(node.inputs, 0))
  },
}

interface Range {
  start: number
  length: number
}

function cut(to: Conversion, input: string, output: string, ranges: readonly Range[]): void {
  const shape = to.shape(input)
  if (ranges.every((range, axis) => range.length === shape[axis])) {
    to.alias(output, input)
    return
  }
  const order = to.order(input)
  // -1: all there are, which a graph of free length needs
  const size = order.map((axis) => (part(ranges, axis).length === shape[axis] ? -1 : part(ranges, axis).length))
  const begin = order.map((axis) => part(ranges, axis).start)
  const inputs = [to.tfName(input, order), to.integers(`${output}_begin`, begin), to.integers(`${output}_size`, size)]
  const kept = ranges.map((range) => range.length)
  to.emit(output, kept, 'Slice', inputs, { Index: INT }, { order })
}

/**
 * Another shape for the same values. Where only axes that lie together are merged or split nothing moves, however the
 * tensor lies; else it is first laid as ONNX counts.
 */
function regroup(to: Conversion, input: string, output: string, shape: readonly number[]): void {
  if (to.isConstant(input)) {
    to.alias(output, input, shape)
    return
  }
  const from = to.shape(input)
  const order = regroupedOrder(from, to.order(input), shape)
  const straight = `${input}/straight`
  if (!order && !to.isEmitted(straight)) to.emit(straight, from, 'Identity', [to.tfName(input)], {})
  to.reshape(output, order ? input : straight, shape, order ?? asItIs(shape))
}

function regroupedOrder(from: readonly number[], order: Order, shape: readonly number[]): Order | null {
  const places = order.filter((axis) => from[axis] !== 1) // axes of one entry lie anywhere
  const groups: { place: number; axes: readonly number[] }[] = []
  for (const { before, after } of groupsOf(from, shape)) {
    const real = before.filter((axis) => from[axis] !== 1)
    const place = places.indexOf(real[0] ?? -1)
    if (real.some((axis, i) => places[place + i] !== axis)) return null
    groups.push({ place, axes: after })
  }
  return groups.sort((a, b) => a.place - b.place).flatMap((group) => group.axes)
}

/** The smallest runs of axes, side by side, that hold equally many values in both shapes. */
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
