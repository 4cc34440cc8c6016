/** The state of a conversion: shapes, folded constants, and the TF.js graph so far. */
import type { Graph, Node, Tensor } from './onnx.ts'
import { transposed } from './tensors.ts'

/** Sides of a tensor by axis, in ONNX's order. */
export type Shape = readonly number[]

/**
 * The memory layout of a tensor: memory axis i is ONNX's axis `order[i]`. ONNX uses NCHW; TF.js convolves NHWC, which is
 * the order 0, 2, 3, 1. A transposition only changes the order; data moves when an operator needs another order.
 */
export type Order = readonly number[]

/** An attribute of TensorFlow's NodeDef in JSON: 64-bit integers are strings, strings are base64. */
export type Attribute =
  | { type: 'DT_FLOAT' | 'DT_INT32' | 'DT_BOOL' }
  | { b: boolean }
  | { i: string }
  | { f: number }
  | { s: string }
  | { shape: { dim: { size: string }[] } }
  | { list: { i: string[] } | { s: string[] } }

/** TensorFlow's NodeDef in JSON. */
export interface TfNode {
  name: string
  op: string
  input?: string[]
  attr: Record<string, Attribute>
}

/** How model.json describes a weight. */
export interface WeightSpec {
  name: string
  shape: number[]
  dtype: 'float32' | 'int32'
  quantization?: { dtype: 'float16'; original_dtype: 'float32' }
}

/** A weight of the TensorFlow.js graph, with its bytes. */
export interface Weight {
  spec: WeightSpec
  bytes: Uint8Array
}

/** The attribute for 32-bit floats. */
export const FLOAT: Attribute = { type: 'DT_FLOAT' }
const INT: Attribute = { type: 'DT_INT32' }
/** Returns the base64 of UTF-8 text, as string attributes need it. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
/** Returns a shape as TensorFlow's TensorShapeProto in JSON. */
export const shapeProto = (shape: Shape) => ({ dim: shape.map((side) => ({ size: String(side) })) })
/** Returns the permutation [0, 1, 2, …] of a tensor whose axes are stored in ONNX's order. */
export const identityOrder = (shape: Shape): Order => shape.map((_, axis) => axis)
const permuted = (shape: Shape, order: Order): number[] => order.map((axis) => shape[axis] ?? 1)
const isSame = (a: readonly number[], b: readonly number[]) => String(a) === String(b)

interface Emitted {
  tf: string
  shape: Shape // in ONNX's axis order
  order: Order
  isBool: boolean
}

/** One conversion: operators read constants and emitted tensors from it, and add nodes and weights. */
export class Conversion {
  readonly nodes: TfNode[] = []
  readonly weights = new Map<string, Weight>()
  /** Nodes that were fused into an earlier one. */
  readonly absorbed = new Set<Node>()
  readonly #constants: Map<string, Tensor>
  readonly #emitted = new Map<string, Emitted>()
  readonly #reordered = new Map<string, string>() // tensor and order to TF.js node
  readonly #consumers = new Map<string, Node[]>()

  constructor(graph: Graph, ordered: readonly Node[]) {
    this.#constants = new Map(graph.constants)
    for (const node of ordered)
      for (const input of new Set(node.inputs)) this.#consumers.set(input, [...this.consumers(input), node])
  }

  constant(name: string): Tensor {
    const tensor = this.#constants.get(name)
    if (!tensor) throw new Error(`onnx: ${name} is not a constant`)
    return tensor
  }

  isConstant = (name: string): boolean => this.#constants.has(name)

  fold(name: string, tensor: Tensor): void {
    this.#constants.set(name, tensor)
  }

  shape = (name: string): Shape => this.#constants.get(name)?.shape ?? this.#get(name).shape

  order = (name: string): Order => this.#get(name).order

  isBool = (name: string): boolean => this.#get(name).isBool

  consumers = (name: string): readonly Node[] => this.#consumers.get(name) ?? []

  /** Returns the only node that reads `name`, or null for none or several. */
  onlyConsumer(name: string): Node | null {
    const consumers = this.consumers(name)
    return consumers.length === 1 ? (consumers[0] ?? null) : null
  }

  isEmitted = (name: string): boolean => this.#emitted.has(name)

  /**
   * Returns the name of the TF.js node that holds `name` in `order` (default: ONNX's order). Adds a Transpose node if
   * needed.
   */
  tfName(name: string, order: Order = identityOrder(this.shape(name))): string {
    const constant = this.#constants.get(name)
    if (constant) return this.#constantIn(name, constant, order)
    const made = this.#get(name)
    if (isSame(made.order, order)) return made.tf
    const key = `${name} ${order}`
    const known = this.#reordered.get(key)
    if (known) return known
    const tf = safe(`${name}_in_${order.join('')}`)
    const moves = order.map((axis) => made.order.indexOf(axis))
    this.addNode(tf, 'Transpose', [made.tf, this.integers(`${name}_to_${order.join('')}`, moves)], { Tperm: INT })
    this.#reordered.set(key, tf)
    return tf
  }

  /** Adds a TF.js node that computes the ONNX tensor `output` in `order`. `inputs` are names of TF.js nodes. */
  emit(
    output: string,
    shape: Shape,
    op: string,
    inputs: string[],
    attr: Record<string, Attribute>,
    { order = identityOrder(shape), isBool = false }: { order?: Order; isBool?: boolean } = {},
  ): void {
    const tf = safe(output)
    this.addNode(tf, op, inputs, attr)
    this.#emitted.set(output, { tf, shape, order, isBool })
  }

  /** Another name for the same data, optionally with another shape and order. */
  alias(output: string, input: string, shape = this.shape(input), order?: Order): void {
    const constant = this.#constants.get(input)
    if (constant) this.fold(output, { shape: [...shape], values: constant.values })
    else this.#emitted.set(output, { ...this.#get(input), shape, order: order ?? this.order(input) })
  }

  /** Reshapes a tensor: `shape` is the new shape in ONNX's order, `order` the new memory order. */
  reshape(output: string, input: string, shape: Shape, order: Order): void {
    const [before, after] = [permuted(this.shape(input), this.order(input)), permuted(shape, order)]
    if (isSame(before, after)) {
      this.alias(output, input, shape, order)
      return
    }
    const tf = safe(output)
    this.addNode(tf, 'Reshape', [this.#get(input).tf, this.integers(`${output}_shape`, after)], {})
    this.#emitted.set(output, { tf, shape, order, isBool: this.isBool(input) })
  }

  /** Adds a TF.js node that corresponds to no ONNX tensor. Returns its name. */
  addNode(name: string, op: string, inputs: string[], attr: Record<string, Attribute>): string {
    this.nodes.push({ name, op, ...(inputs.length > 0 ? { input: inputs } : {}), attr: { T: FLOAT, ...attr } })
    return name
  }

  integers = (wanted: string, values: readonly number[]): string =>
    this.weight(wanted, [values.length], Int32Array.from(values), 'full')

  /**
   * Returns the name of a constant node, whose data is added once. Kernels are stored as float16, small tensors as
   * float32.
   */
  weight(wanted: string, shape: number[], values: Float32Array | Int32Array, precision: 'half' | 'full'): string {
    const name = safe(wanted)
    if (this.weights.has(name)) return name
    const isFloat = values instanceof Float32Array
    const stored = isFloat && precision === 'half' ? new Float16Array(values) : values
    const spec: WeightSpec = {
      name,
      shape,
      dtype: isFloat ? 'float32' : 'int32',
      ...(stored instanceof Float16Array ? { quantization: { dtype: 'float16', original_dtype: 'float32' } } : {}),
    }
    this.weights.set(name, { spec, bytes: new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength) })
    this.nodes.push({ name, op: 'Const', attr: { dtype: isFloat ? FLOAT : INT } })
    return name
  }

  /**
   * Returns a constant as operand of computed tensors. `order` may have more axes than the constant, which then
   * broadcasts.
   */
  #constantIn(name: string, { shape, values }: Tensor, order: Order): string {
    if (!(values instanceof Float32Array))
      throw new Error(`onnx: integer constant ${name} is an operand of a computation`)
    const whole = [...Array(order.length - shape.length).fill(1), ...shape]
    const moved = transposed({ shape: whole, values }, order)
    const isLarge = values.length >= 4096
    const wanted = `${name}_value_${order.join('')}`
    return this.weight(wanted, moved.shape, moved.values as Float32Array, isLarge ? 'half' : 'full')
  }

  #get(name: string): Emitted {
    const made = this.#emitted.get(name)
    if (!made) throw new Error(`onnx: ${name} is read before it is computed`)
    return made
  }
}

/**
 * Returns a valid TensorFlow node name for an ONNX name, which may contain any character. Names that differ only in such
 * characters become equal.
 */
export const safe = (name: string): string => `t_${name.replace(/[^A-Za-z0-9_]/g, '_')}`
