/**
 * Converts ONNX operators to TensorFlow.js operators, in the forms that the locked networks use. `folding.ts` has
 * already evaluated operators on constants.
 */
import { broadcast_util } from '@tensorflow/tfjs'
import {
  type Attributes,
  type Conversion,
  INT,
  identityOrder,
  type Operator,
  type Operators,
  type Order,
  type Shape,
  safe,
} from './conversion.ts'
import { axisOf, integersOf, slices, unsqueezed } from './folding.ts'
import { LAYERS } from './layers.ts'
import { list, type Node, number } from './onnx.ts'

const unary =
  (op: string, attributes: Attributes = {}): Operator =>
  (to, _, output, input: string) => {
    const order = to.order(input)
    to.emit(output, to.shape(input), op, [to.tfName(input, order)], attributes, order)
  }

/** Emits an operator with two operands, both in the order of the larger operand that isn't constant. */
const binary =
  (op: string): Operator =>
  (to, { inputs }, output) => {
    const [left = [], right = []] = inputs.map((name) => [...to.shape(name)])
    const shape = broadcast_util.assertAndGetBroadcastShape(left, right)
    const computed = inputs.filter((name) => !to.isConstant(name))
    const leader = computed.find((name) => String(to.shape(name)) === String(shape)) ?? computed[0] ?? ''
    const order = to.order(leader).length === shape.length ? to.order(leader) : identityOrder(shape)
    const inOrder = (name: string) =>
      to.isConstant(name) || to.shape(name).length === order.length ? to.tfName(name, order) : to.tfName(name)
    to.emit(output, shape, op, inputs.map(inOrder), {}, order)
  }

/** All supported operators, by their ONNX name. */
export const OPERATORS: Operators = {
  ...LAYERS,
  Sigmoid: unary('Sigmoid'),
  Sqrt: unary('Sqrt'),
  Sin: unary('Sin'),
  Cos: unary('Cos'),
  Not: unary('LogicalNot'),
  Pow: unary('Square'), // the exponent is always 2
  Cast: unary('Cast', { SrcT: { type: 'DT_BOOL' }, DstT: { type: 'DT_FLOAT' } }),
  Add: binary('AddV2'),
  Sub: binary('Sub'),
  Mul: binary('Mul'),
  Equal: binary('Equal'),
  Div(to, node, output, ...inputs) {
    const gelu = geluFrom(node, to)
    if (gelu) emitGelu(gelu, to)
    else binary('RealDiv')(to, node, output, ...inputs)
  },
  /** Computes x · min(max(x + 3, 0), 6) / 6. */
  HardSwish(to, _, output, input) {
    const order = to.order(input)
    const [x, name] = [to.tfName(input, order), safe(output)]
    const cut = to.addNode(`${name}_cut`, 'Relu6', [to.addNode(`${name}_up`, 'AddV2', [x, to.scalar('three', 3)])])
    const gate = to.addNode(`${name}_gate`, 'Mul', [cut, to.scalar('sixth', 1 / 6)])
    to.emit(output, to.shape(input), 'Mul', [x, gate], {}, order)
  },

  Reshape: (to, _, output, input, shape) =>
    emitReshape(to, input, output, reshaped(to.shape(input), integersOf(to.constant(shape)))),
  Unsqueeze: (to, _, output, input, axes) =>
    emitReshape(to, input, output, unsqueezed(to.shape(input), integersOf(to.constant(axes)))),
  /** Changes only the `Order`. The data moves when another operator needs it in a different order. */
  Transpose(to, node, output, input) {
    const [shape, axes] = [to.shape(input), list(node, 'perm')]
    const order = to.order(input).map((axis) => axes.indexOf(axis))
    to.alias(
      output,
      input,
      axes.map((axis) => shape[axis] ?? 1),
      order,
    )
  },
  Concat(to, node, output, ...inputs) {
    const shapes = inputs.map(to.shape)
    const [first = []] = shapes
    const axis = axisOf(number(node, 'axis', 1), first.length)
    const shape = first.with(
      axis,
      shapes.reduce((sum, one) => sum + (one[axis] ?? 0), 0),
    )
    const order = to.order(inputs.find((name) => !to.isConstant(name)) ?? '')
    const place = order.indexOf(axis)
    const axisName = to.integers(`axis_${place}`, [place], [])
    const from = [...inputs.map((name) => to.tfName(name, order)), axisName]
    to.emit(output, shape, 'ConcatV2', from, { N: { i: String(inputs.length) }, Tidx: INT }, order)
  },
  Slice(to, _, output, input, ...bounds) {
    const shape = to.shape(input)
    const ranges = slices(shape, bounds.map(to.constant))
    emitSlice(
      to,
      input,
      output,
      ranges.map(({ start, end }, axis) => {
        const place = (at: number) => Math.min(axisOf(at, shape[axis] ?? 1), shape[axis] ?? 1)
        return { start: place(start), length: place(end) - place(start) }
      }),
    )
  },
  Split(to, node, _, input) {
    const shape = to.shape(input)
    const axis = axisOf(number(node, 'axis', 0), shape.length)
    let start = 0
    for (const [i, output] of node.outputs.entries()) {
      const length = list(node, 'split')[i] ?? 0
      emitSlice(to, input, output, fullRanges(shape).with(axis, { start, length }))
      start += length
    }
  },
  /** Selects one index of an axis and removes the axis. */
  Gather(to, node, output, input, indexName) {
    const shape = to.shape(input)
    const axis = axisOf(number(node, 'axis', 0), shape.length)
    const [index = 0] = integersOf(to.constant(indexName))
    const start = axisOf(index, shape[axis] ?? 1)
    emitSlice(to, input, `${output}/kept`, fullRanges(shape).with(axis, { start, length: 1 }))
    emitReshape(to, `${output}/kept`, output, shape.toSpliced(axis, 1))
  },
  Pad(to, _, output, input, padsName) {
    const [shape, order] = [to.shape(input), to.order(input)]
    const pads = integersOf(to.constant(padsName))
    const around = shape.map((_, axis) => [pads[axis] ?? 0, pads[axis + shape.length] ?? 0] as const)
    const padded = shape.map((side, axis) => side + (around[axis]?.[0] ?? 0) + (around[axis]?.[1] ?? 0))
    const table = to.integers(
      `${output}_pads`,
      order.flatMap((axis) => around[axis] ?? []),
      [shape.length, 2],
    )
    to.emit(output, padded, 'Pad', [to.tfName(input, order), table], { Tpaddings: INT }, order)
  },
  /** Doesn't add a node, because the operators that read the output broadcast it. */
  Expand: (to, _, output, input) => to.alias(output, input),
  /** Doesn't add a node, because all repetition counts in the networks are 1. */
  Tile: (to, _, output, input) => to.alias(output, input),
}

/**
 * Returns the nodes of a GELU, which ONNX files contain as x · (1 + erf(x / √2)) · ½. `division` is the node of x / √2.
 * Returns null if the nodes aren't a GELU, or if another node reads an intermediate result.
 */
function geluFrom(division: Node, to: Conversion): Node[] | null {
  const chain = [division]
  for (const op of ['Erf', 'Add', 'Mul', 'Mul']) {
    const next = to.onlyConsumer(chain.at(-1)?.outputs[0] ?? '')
    if (next?.op !== op) return null
    chain.push(next)
  }
  return chain
}

/** Emits an approximation of GELU by a sigmoid (Hendrycks and Gimpel 2016), with an error of at most 0.0005. */
function emitGelu(chain: readonly Node[], to: Conversion): void {
  const [input = '', output = ''] = [chain[0]?.inputs[0], chain.at(-1)?.outputs[0]]
  for (const node of chain) to.absorbed.add(node)
  const order = to.order(input)
  const scale = 2 * Math.sqrt(2 / Math.PI)
  const inputs = [to.tfName(input, order), to.scalar('gelu_3', scale * 0.044715), to.scalar('gelu_1', scale)]
  to.emit(output, to.shape(input), 'MidgroundGelu', inputs, {}, order) // see client/media/segmenter/worker/gelu.ts
}

/** Replaces -1 in a target shape with the length that follows from the number of elements. */
function reshaped(from: Shape, to: readonly number[]): number[] {
  const count = (shape: Shape) => shape.reduce((product, side) => product * side, 1)
  return to.map((side) => (side === -1 ? -count(from) / count(to) : side))
}

interface Range {
  start: number
  length: number
}

const fullRanges = (shape: Shape): Range[] => shape.map((length) => ({ start: 0, length }))

function emitSlice(to: Conversion, input: string, output: string, ranges: readonly Range[]): void {
  const [shape, order] = [to.shape(input), to.order(input)]
  const ordered = order.map((axis) => ({ ...(ranges[axis] ?? { start: 0, length: 1 }), side: shape[axis] }))
  // -1 selects the whole axis, even if its length is dynamic
  const size = ordered.map(({ length, side }) => (length === side ? -1 : length))
  const begin = ordered.map(({ start }) => start)
  const inputs = [to.tfName(input, order), to.integers(`${output}_begin`, begin), to.integers(`${output}_size`, size)]
  to.emit(
    output,
    ranges.map(({ length }) => length),
    'Slice',
    inputs,
    { Index: INT },
    order,
  )
}

/**
 * Emits a Reshape. If the operation merges or splits axes that aren't adjacent in memory, first transposes the tensor
 * to ONNX's order.
 */
function emitReshape(to: Conversion, input: string, output: string, shape: Shape): void {
  const from = to.shape(input)
  const order = orderAfterReshape(from, to.order(input), shape)
  const straight = `${input}/straight`
  if (!order && !to.isEmitted(straight)) to.emit(straight, from, 'Identity', [to.tfName(input)], {})
  const newOrder = order ?? identityOrder(shape)
  const source = order ? input : straight
  const inMemory = to.integers(
    `${output}_shape`,
    newOrder.map((axis) => shape[axis] ?? 1),
  )
  to.emit(output, shape, 'Reshape', [to.tfName(source, to.order(source)), inMemory], {}, newOrder)
}

function orderAfterReshape(from: Shape, order: Order, shape: Shape): Order | null {
  const places = order.filter((axis) => from[axis] !== 1) // drops axes of length 1, which fit at any position
  const groups: { place: number; axes: readonly number[] }[] = []
  for (const { before, after } of groupsOf(from, shape)) {
    const real = before.filter((axis) => from[axis] !== 1)
    const place = places.indexOf(real[0] ?? -1)
    if (real.some((axis, i) => places[place + i] !== axis)) return null
    groups.push({ place, axes: after })
  }
  return groups.sort((a, b) => a.place - b.place).flatMap((group) => group.axes)
}

/** Yields the smallest groups of adjacent axes that have the same number of elements in both shapes. */
function* groupsOf(from: Shape, to: Shape) {
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
