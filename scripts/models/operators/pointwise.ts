/** Operators that treat every value by itself, or join two tensors value by value. */
import { part } from '../attributes.ts'
import { type Attribute, type Conversion, type Order, safe } from '../conversion.ts'
import type { Node } from '../onnx.ts'
import { countOf, joinedShape } from '../tensors.ts'
import type { Operators } from './operator.ts'

export const POINTWISE: Operators = {
  Relu: (node, to) => single(node, to, 'Relu'), // unless its maker did it, see `fused`
  Sigmoid: (node, to) => single(node, to, 'Sigmoid'),
  Sqrt: (node, to) => single(node, to, 'Sqrt'),
  Erf: (node, to) => single(node, to, 'Erf'),
  Sin: (node, to) => single(node, to, 'Sin'),
  Cos: (node, to) => single(node, to, 'Cos'),
  /** x · min(max(x + 3, 0), 6) / 6 */
  HardSwish(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const order = to.order(input)
    const [x, name] = [to.tfName(input, order), safe(output)]
    const scalar = (wanted: string, value: number) => to.weight(wanted, [1], Float32Array.of(value), 'full')
    const cut = to.raw(`${name}_cut`, 'Relu6', [to.raw(`${name}_up`, 'AddV2', [x, scalar('three', 3)], {})], {})
    const gate = to.raw(`${name}_gate`, 'Mul', [cut, scalar('sixth', 1 / 6)], {})
    to.emit(output, to.shape(input), 'Mul', [x, gate], {}, { order })
  },
  Not: (node, to) => single(node, to, 'LogicalNot', true),

  Add: (node, to) => pair(node, to, 'AddV2'),
  Sub: (node, to) => pair(node, to, 'Sub'),
  Mul: (node, to) => pair(node, to, 'Mul'),
  Div(node, to) {
    const gelu = geluFrom(node, to)
    if (gelu) emitGelu(gelu, to)
    else pair(node, to, 'RealDiv')
  },
  Equal: (node, to) => pair(node, to, 'Equal', true),

  Pow(node, to) {
    const exponent = to.constant(part(node.inputs, 1)).values
    if (exponent.length !== 1 || exponent[0] !== 2) throw new Error(`onnx: ${node.name} is another power than a square`)
    single(node, to, 'Square')
  },

  /** All floats are the same here; truths become numbers. */
  Cast(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    if (!to.isBool(input)) return to.alias(output, input)
    const types: Record<string, Attribute> = { SrcT: { type: 'DT_BOOL' }, DstT: { type: 'DT_FLOAT' } }
    const order = to.order(input)
    to.emit(output, to.shape(input), 'Cast', [to.tfName(input, order)], types, { order })
  },

  Identity: (node, to) => to.alias(part(node.outputs, 0), part(node.inputs, 0)),
}

function single(node: Node, to: Conversion, op: string, isBool = false): void {
  const input = part(node.inputs, 0)
  const order = to.order(input)
  to.emit(part(node.outputs, 0), to.shape(input), op, [to.tfName(input, order)], {}, { order, isBool })
}

/** Both lie as the larger computed one does. */
function pair(node: Node, to: Conversion, op: string, isBool = false): void {
  const names = [part(node.inputs, 0), part(node.inputs, 1)]
  const shape = joinedShape(to.shape(part(names, 0)), to.shape(part(names, 1)))
  const order = orderFor(names, shape, to)
  const inputs = names.map((name) => inOrder(name, order, to))
  to.emit(part(node.outputs, 0), shape, op, inputs, {}, { order, isBool })
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
  if (countOf(to.shape(name)) === 1) return to.tfName(name)
  if (order.some((axis, place) => axis !== place))
    throw new Error(`onnx: ${name} is joined to a tensor of another rank`)
  return to.tfName(name)
}

/**
 * Exporters spell GELU out: x · (1 + erf(x / √2)) · ½, of which a division stands first. Answers all of
 * them when nothing else reads what lies between.
 */
function geluFrom(division: Node, to: Conversion): Node[] | null {
  const [input, divisor] = [part(division.inputs, 0), part(division.inputs, 1)]
  if (to.isConstant(input) || !isScalar(divisor, Math.SQRT2, to)) return null
  const chain = [division]
  for (const [op, other] of [['Erf'], ['Add', 1], ['Mul', input], ['Mul', 0.5]] as const) {
    const from = part(part(chain, -1).outputs, 0)
    const next = to.onlyUser(from)
    if (next?.op !== op) return null
    const joined = next.inputs.find((name) => name !== from)
    if (typeof other === 'number' ? !isScalar(joined ?? '', other, to) : joined !== other) return null
    chain.push(next)
  }
  return chain
}

function isScalar(name: string, value: number, to: Conversion): boolean {
  if (!to.isConstant(name)) return false
  const { values } = to.constant(name)
  return values.length === 1 && Math.abs((values[0] ?? 0) - value) < 1e-6
}

/** tanh(√(2/π) (x + 0.044715 x³)) for erf, by way of a logistic curve (Hendrycks and Gimpel 2016); 0.0005 off at most. */
function emitGelu(chain: readonly Node[], to: Conversion): void {
  const [input, output] = [part(part(chain, 0).inputs, 0), part(part(chain, -1).outputs, 0)]
  for (const node of chain) to.done.add(node)
  const order = to.order(input)
  const scale = 2 * Math.sqrt(2 / Math.PI)
  const [x, name] = [to.tfName(input, order), safe(output)]
  const scalar = (wanted: string, value: number) => to.weight(wanted, [1], Float32Array.of(value), 'full')
  const cubic = to.raw(
    `${name}_cubic`,
    'Mul',
    [to.raw(`${name}_square`, 'Square', [x], {}), scalar('gelu_3', scale * 0.044715)],
    {},
  )
  const slope = to.raw(`${name}_slope`, 'AddV2', [cubic, scalar('gelu_1', scale)], {})
  const bend = to.raw(`${name}_bend`, 'Mul', [slope, x], {})
  to.emit(output, to.shape(input), 'Mul', [x, to.raw(`${name}_gate`, 'Sigmoid', [bend], {})], {}, { order })
}
