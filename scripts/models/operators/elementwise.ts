/** Elementwise operators, unary and binary. */
import { type Attribute, type Conversion, type Order, safe } from '../conversion.ts'
import type { Node } from '../onnx.ts'
import { broadcastShape, elementCount, entry } from '../tensors.ts'
import type { Operators } from './operator.ts'

/** Operators that work on each element. */
export const ELEMENTWISE: Operators = {
  Relu: (node, to) => unary(node, to, 'Relu'), // unless fused, see `fuseRelu`
  Sigmoid: (node, to) => unary(node, to, 'Sigmoid'),
  Sqrt: (node, to) => unary(node, to, 'Sqrt'),
  Erf: (node, to) => unary(node, to, 'Erf'),
  Sin: (node, to) => unary(node, to, 'Sin'),
  Cos: (node, to) => unary(node, to, 'Cos'),
  /** x · min(max(x + 3, 0), 6) / 6 */
  HardSwish(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const order = to.order(input)
    const [x, name] = [to.tfName(input, order), safe(output)]
    const scalar = (wanted: string, value: number) => to.weight(wanted, [1], Float32Array.of(value), 'full')
    const cut = to.addNode(`${name}_cut`, 'Relu6', [to.addNode(`${name}_up`, 'AddV2', [x, scalar('three', 3)], {})], {})
    const gate = to.addNode(`${name}_gate`, 'Mul', [cut, scalar('sixth', 1 / 6)], {})
    to.emit(output, to.shape(input), 'Mul', [x, gate], {}, { order })
  },
  Not: (node, to) => unary(node, to, 'LogicalNot', true),

  Add: (node, to) => binary(node, to, 'AddV2'),
  Sub: (node, to) => binary(node, to, 'Sub'),
  Mul: (node, to) => binary(node, to, 'Mul'),
  Div(node, to) {
    const gelu = geluFrom(node, to)
    if (gelu) emitGelu(gelu, to)
    else binary(node, to, 'RealDiv')
  },
  Equal: (node, to) => binary(node, to, 'Equal', true),

  Pow(node, to) {
    const exponent = to.constant(entry(node.inputs, 1)).values
    if (exponent.length !== 1 || exponent[0] !== 2) throw new Error(`onnx: ${node.name} raises to a power other than 2`)
    unary(node, to, 'Square')
  },

  /** Here all float types are the same, and booleans become floats. */
  Cast(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    if (!to.isBool(input)) return to.alias(output, input)
    const types: Record<string, Attribute> = { SrcT: { type: 'DT_BOOL' }, DstT: { type: 'DT_FLOAT' } }
    const order = to.order(input)
    to.emit(output, to.shape(input), 'Cast', [to.tfName(input, order)], types, { order })
  },

  Identity: (node, to) => to.alias(entry(node.outputs, 0), entry(node.inputs, 0)),
}

function unary(node: Node, to: Conversion, op: string, isBool = false): void {
  const input = entry(node.inputs, 0)
  const order = to.order(input)
  to.emit(entry(node.outputs, 0), to.shape(input), op, [to.tfName(input, order)], {}, { order, isBool })
}

/** Both operands take the order of the larger computed one. */
function binary(node: Node, to: Conversion, op: string, isBool = false): void {
  const names = [entry(node.inputs, 0), entry(node.inputs, 1)]
  const shape = broadcastShape(to.shape(entry(names, 0)), to.shape(entry(names, 1)))
  const order = orderFor(names, shape, to)
  const inputs = names.map((name) => inOrder(name, order, to))
  to.emit(entry(node.outputs, 0), shape, op, inputs, {}, { order, isBool })
}

function orderFor(names: readonly string[], shape: readonly number[], to: Conversion): Order {
  const computed = names.filter((name) => !to.isConstant(name))
  const leader = computed.find((name) => String(to.shape(name)) === String(shape)) ?? computed[0]
  const order = leader ? to.order(leader) : []
  return order.length === shape.length ? order : [...shape.keys()]
}

function inOrder(name: string, order: Order, to: Conversion): string {
  if (to.isConstant(name)) return to.tfName(name, order)
  const lead = order.length - to.shape(name).length
  if (lead === 0) return to.tfName(name, order)
  if (elementCount(to.shape(name)) === 1) return to.tfName(name)
  if (order.some((axis, place) => axis !== place))
    throw new Error(`onnx: ${name} is combined with a tensor of another rank`)
  return to.tfName(name)
}

/**
 * Exporters decompose GELU into x · (1 + erf(x / √2)) · ½, which begins with a division. Returns the chain of nodes if
 * nothing else reads the intermediate results; else null.
 */
function geluFrom(division: Node, to: Conversion): Node[] | null {
  const [input, divisor] = [entry(division.inputs, 0), entry(division.inputs, 1)]
  if (to.isConstant(input) || !isScalar(divisor, Math.SQRT2, to)) return null
  const chain = [division]
  for (const [op, other] of [['Erf'], ['Add', 1], ['Mul', input], ['Mul', 0.5]] as const) {
    const from = entry(entry(chain, -1).outputs, 0)
    const next = to.onlyConsumer(from)
    if (next?.op !== op) return null
    const operand = next.inputs.find((name) => name !== from)
    if (typeof other === 'number' ? !isScalar(operand ?? '', other, to) : operand !== other) return null
    chain.push(next)
  }
  return chain
}

function isScalar(name: string, value: number, to: Conversion): boolean {
  if (!to.isConstant(name)) return false
  const { values } = to.constant(name)
  return values.length === 1 && Math.abs((values[0] ?? 0) - value) < 1e-6
}

/** The tanh approximation of GELU, written with a sigmoid (Hendrycks and Gimpel 2016); largest error 0.0005. */
function emitGelu(chain: readonly Node[], to: Conversion): void {
  const [input, output] = [entry(entry(chain, 0).inputs, 0), entry(entry(chain, -1).outputs, 0)]
  for (const node of chain) to.absorbed.add(node)
  const order = to.order(input)
  const scale = 2 * Math.sqrt(2 / Math.PI)
  const [x, name] = [to.tfName(input, order), safe(output)]
  const scalar = (wanted: string, value: number) => to.weight(wanted, [1], Float32Array.of(value), 'full')
  const cubic = to.addNode(
    `${name}_cubic`,
    'Mul',
    [to.addNode(`${name}_square`, 'Square', [x], {}), scalar('gelu_3', scale * 0.044715)],
    {},
  )
  const slope = to.addNode(`${name}_slope`, 'AddV2', [cubic, scalar('gelu_1', scale)], {})
  const bend = to.addNode(`${name}_bend`, 'Mul', [slope, x], {})
  to.emit(output, to.shape(input), 'Mul', [x, to.addNode(`${name}_gate`, 'Sigmoid', [bend], {})], {}, { order })
}
