/** What a conversion knows while it walks an ONNX graph: shapes, folded constants, and the TF.js graph so far. */
import { toFloat16 } from './float16.ts'
import type { Graph, Node, Tensor } from './onnx.ts'
import { transposed } from './tensors.ts'

export type Shape = readonly number[]

/**
 * How a tensor lies in memory: place i holds ONNX's axis `order[i]`. ONNX counts N, C, H, W; TF.js convolves N, H, W, C,
 * which is the order 0, 2, 3, 1. A transposition only changes this; bytes move when an operator needs another order.
 */
export type Order = readonly number[]

/** An attribute as TensorFlow's NodeDef writes it in JSON: 64-bit integers as text, text as base64. */
export type Attribute =
  | { type: 'DT_FLOAT' | 'DT_INT32' | 'DT_BOOL' }
  | { b: boolean }
  | { i: string }
  | { f: number }
  | { s: string }
  | { shape: { dim: { size: string }[] } }
  | { list: { i: string[] } | { s: string[] } }

export interface TfNode {
  name: string
  op: string
  input?: string[]
  attr: Record<string, Attribute>
}

export interface WeightSpec {
  name: string
  shape: number[]
  dtype: 'float32' | 'int32'
  quantization?: { dtype: 'float16'; original_dtype: 'float32' }
}

export interface Weight {
  spec: WeightSpec
  bytes: Uint8Array
}

export const FLOAT: Attribute = { type: 'DT_FLOAT' }
const INT: Attribute = { type: 'DT_INT32' }
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const shapeProto = (shape: Shape) => ({ dim: shape.map((side) => ({ size: String(side) })) })
export const asItIs = (shape: Shape): Order => shape.map((_, axis) => axis)
const laid = (shape: Shape, order: Order): number[] => order.map((axis) => shape[axis] ?? 1)
const isSame = (a: readonly number[], b: readonly number[]) => String(a) === String(b)

interface Made {
  tf: string
  shape: Shape // as ONNX counts
  order: Order
  isBool: boolean
}

export class Conversion {
  readonly nodes: TfNode[] = []
  readonly weights = new Map<string, Weight>()
  /** Nodes that are part of what was made for an earlier one. */
  readonly done = new Set<Node>()
  readonly #constants: Map<string, Tensor>
  readonly #made = new Map<string, Made>()
  readonly #reordered = new Map<string, string>() // tensor and order to TF.js node
  readonly #users = new Map<string, Node[]>()

  constructor(graph: Graph, ordered: readonly Node[]) {
    this.#constants = new Map(graph.constants)
    for (const node of ordered)
      for (const input of new Set(node.inputs)) this.#users.set(input, [...this.users(input), node])
  }

  constant(name: string): Tensor {
    const tensor = this.#constants.get(name)
    if (!tensor) throw new Error(`onnx: ${name} is not known before the model runs`)
    return tensor
  }

  isConstant = (name: string): boolean => this.#constants.has(name)

  fold(name: string, tensor: Tensor): void {
    this.#constants.set(name, tensor)
  }

  shape = (name: string): Shape => this.#constants.get(name)?.shape ?? this.#get(name).shape

  order = (name: string): Order => this.#get(name).order

  isBool = (name: string): boolean => this.#get(name).isBool

  users = (name: string): readonly Node[] => this.#users.get(name) ?? []

  /** The one node that reads `name`, or null. */
  onlyUser(name: string): Node | null {
    const users = this.users(name)
    return users.length === 1 ? (users[0] ?? null) : null
  }

  isEmitted = (name: string): boolean => this.#made.has(name)

  /** The TF.js node that holds `name` in `order`; as ONNX counts when none is given. */
  tfName(name: string, order: Order = asItIs(this.shape(name))): string {
    const constant = this.#constants.get(name)
    if (constant) return this.#constantIn(name, constant, order)
    const made = this.#get(name)
    if (isSame(made.order, order)) return made.tf
    const key = `${name} ${order}`
    const known = this.#reordered.get(key)
    if (known) return known
    const tf = safe(`${name}_in_${order.join('')}`)
    const moves = order.map((axis) => made.order.indexOf(axis))
    this.raw(tf, 'Transpose', [made.tf, this.integers(`${name}_to_${order.join('')}`, moves)], { Tperm: INT })
    this.#reordered.set(key, tf)
    return tf
  }

  /** Adds a TF.js node that makes the ONNX tensor `output`, laid in `order`. `inputs` are TF.js names. */
  emit(
    output: string,
    shape: Shape,
    op: string,
    inputs: string[],
    attr: Record<string, Attribute>,
    { order = asItIs(shape), isBool = false }: { order?: Order; isBool?: boolean } = {},
  ): void {
    const tf = safe(output)
    this.raw(tf, op, inputs, attr)
    this.#made.set(output, { tf, shape, order, isBool })
  }

  /** The same bytes under another name, counted otherwise if so said. */
  alias(output: string, input: string, shape = this.shape(input), order?: Order): void {
    const constant = this.#constants.get(input)
    if (constant) this.fold(output, { shape: [...shape], values: constant.values })
    else this.#made.set(output, { ...this.#get(input), shape, order: order ?? this.order(input) })
  }

  /** Gives a tensor's bytes another shape; `order` says how the new ones lie, `shape` how ONNX counts them. */
  reshape(output: string, input: string, shape: Shape, order: Order): void {
    const [before, after] = [laid(this.shape(input), this.order(input)), laid(shape, order)]
    if (isSame(before, after)) {
      this.alias(output, input, shape, order)
      return
    }
    const tf = safe(output)
    this.raw(tf, 'Reshape', [this.#get(input).tf, this.integers(`${output}_shape`, after)], {})
    this.#made.set(output, { tf, shape, order, isBool: this.isBool(input) })
  }

  /** A TF.js node that stands for no ONNX tensor by itself. Answers its name. */
  raw(name: string, op: string, inputs: string[], attr: Record<string, Attribute>): string {
    this.nodes.push({ name, op, ...(inputs.length > 0 ? { input: inputs } : {}), attr: { T: FLOAT, ...attr } })
    return name
  }

  integers = (wanted: string, values: readonly number[]): string =>
    this.weight(wanted, [values.length], Int32Array.from(values), 'full')

  /** Names a constant node, adding its bytes once. Kernels travel as float16, the small rest in full. */
  weight(wanted: string, shape: number[], values: Float32Array | Int32Array, precision: 'half' | 'full'): string {
    const name = safe(wanted)
    if (this.weights.has(name)) return name
    const isFloat = values instanceof Float32Array
    const stored = isFloat && precision === 'half' ? toFloat16(values) : values
    const spec: WeightSpec = {
      name,
      shape,
      dtype: isFloat ? 'float32' : 'int32',
      ...(stored instanceof Uint16Array ? { quantization: { dtype: 'float16', original_dtype: 'float32' } } : {}),
    }
    this.weights.set(name, { spec, bytes: new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength) })
    this.nodes.push({ name, op: 'Const', attr: { dtype: isFloat ? FLOAT : INT } })
    return name
  }

  /** A constant among computed tensors: `order` may have more places than the constant has axes; it broadcasts. */
  #constantIn(name: string, { shape, values }: Tensor, order: Order): string {
    if (!(values instanceof Float32Array)) throw new Error(`onnx: the integers ${name} are computed with`)
    const whole = [...Array(order.length - shape.length).fill(1), ...shape]
    const moved = transposed({ shape: whole, values }, order)
    const isLarge = values.length >= 4096
    const wanted = `${name}_value_${order.join('')}`
    return this.weight(wanted, moved.shape, moved.values as Float32Array, isLarge ? 'half' : 'full')
  }

  #get(name: string): Made {
    const made = this.#made.get(name)
    if (!made) throw new Error(`onnx: ${name} is read before it is made`)
    return made
  }
}

/** ONNX names may hold anything; TensorFlow's may not begin with a digit. */
export const safe = (name: string): string => `t_${name.replace(/[^A-Za-z0-9_]/g, '_')}`
