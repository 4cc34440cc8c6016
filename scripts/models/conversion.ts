/** The state of a conversion from ONNX to TensorFlow.js: shapes, constants, and the emitted nodes and weights. */
import { type Tensor, transpose } from '@tensorflow/tfjs'
import type { Graph, Node } from './onnx.ts'

/** Lengths of a tensor's axes, in ONNX's order. */
export type Shape = readonly number[]

/**
 * The memory layout of a tensor: memory axis i is ONNX's axis `order[i]`. ONNX uses NCHW, and TensorFlow.js convolves
 * NHWC, which is the order 0, 2, 3, 1. Transposing a tensor changes only its order. Its data moves when an operator
 * needs a different order.
 */
export type Order = readonly number[]

/** An attribute of TensorFlow's NodeDef as JSON. 64-bit integers are strings, and strings are base64. */
export type Attribute =
  | { type: 'DT_FLOAT' | 'DT_INT32' | 'DT_BOOL' }
  | { b: boolean }
  | { i: string }
  | { s: string }
  | { shape: { dim: { size: string }[] } }
  | { list: { i: string[] } | { s: string[] } }
export type Attributes = Record<string, Attribute>

/** TensorFlow's NodeDef as JSON. */
export interface TfNode {
  name: string
  op: string
  input?: string[]
  attr: Attributes
}

/** A weight of the TensorFlow.js graph: its bytes and its entry in model.json. */
export interface Weight {
  spec: {
    name: string
    shape: number[]
    dtype: 'float32' | 'int32'
    quantization?: { dtype: 'float16'; original_dtype: 'float32' }
  }
  bytes: Uint8Array
}

/** Emits the TensorFlow.js nodes for an ONNX node. `output`: its first output. `inputs`: the names of its inputs. */
export type Operator = (to: Conversion, node: Node, output: string, ...inputs: string[]) => void
/** The supported operators by their ONNX name. */
export type Operators = Record<string, Operator>

export const FLOAT: Attribute = { type: 'DT_FLOAT' }
export const INT: Attribute = { type: 'DT_INT32' }
/** Returns the base64 of UTF-8 text, the format of string attributes. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
/** Returns a shape as TensorFlow's TensorShapeProto in JSON. */
export const shapeProto = (shape: Shape) => ({ dim: shape.map((side) => ({ size: String(side) })) })
/** Returns the order [0, 1, 2, …], which is ONNX's own order. */
export const identityOrder = (shape: Shape): Order => [...shape.keys()]
/** Returns a valid TensorFlow node name for an ONNX name, which may contain any character. */
export const safe = (name: string): string => `t_${name.replace(/[^A-Za-z0-9_]/g, '_')}`

/** A constant with at least this many values is stored as float16. */
const LARGE = 4096

/** Operators read constants and emitted tensors from this object, and add nodes and weights to it. */
export class Conversion {
  readonly nodes: TfNode[] = []
  readonly weights = new Map<string, Weight>()
  /** ONNX nodes that the conversion of another node already includes (fused nodes). */
  readonly absorbed = new Set<Node>()
  readonly #constants: Map<string, Tensor>
  readonly #emitted = new Map<string, { tf: string; shape: Shape; order: Order }>()
  readonly #reordered = new Set<string>() // names of the added Transpose nodes
  readonly #consumers = new Map<string, Node[]>()

  constructor(graph: Graph, ordered: readonly Node[]) {
    this.#constants = new Map(graph.constants)
    for (const node of ordered)
      for (const input of new Set(node.inputs))
        this.#consumers.set(input, [...(this.#consumers.get(input) ?? []), node])
  }

  constant = (name: string): Tensor => present(this.#constants.get(name), name)
  isConstant = (name: string): boolean => this.#constants.has(name)
  fold = (name: string, tensor: Tensor): unknown => this.#constants.set(name, tensor)

  shape = (name: string): Shape => this.#constants.get(name)?.shape ?? this.#get(name).shape
  order = (name: string): Order => this.#get(name).order
  isEmitted = (name: string): boolean => this.#emitted.has(name)

  /** Returns the only node that reads `name`, or undefined if no node or several nodes read it. */
  onlyConsumer(name: string): Node | undefined {
    const [consumer, ...others] = this.#consumers.get(name) ?? []
    return others.length === 0 ? consumer : undefined
  }

  /** Returns the TensorFlow.js node that holds `name` in `order` (default: ONNX's). Adds a Transpose node if needed. */
  tfName(name: string, order: Order = identityOrder(this.shape(name))): string {
    const constant = this.#constants.get(name)
    if (constant) return this.#constantIn(name, constant, order)
    const made = this.#get(name)
    if (String(made.order) === String(order)) return made.tf
    const tf = safe(`${name}_in_${order.join('')}`)
    if (this.#reordered.has(tf)) return tf
    this.#reordered.add(tf)
    const moves = order.map((axis) => made.order.indexOf(axis))
    return this.addNode(tf, 'Transpose', [made.tf, this.integers(`${name}_to_${order.join('')}`, moves)], {
      Tperm: INT,
    })
  }

  /** Adds a node that computes the ONNX tensor `output` in `order`. `inputs` are names of TensorFlow.js nodes. */
  emit(
    output: string,
    shape: Shape,
    op: string,
    inputs: string[],
    attr: Attributes,
    order = identityOrder(shape),
  ): void {
    this.#emitted.set(output, { tf: this.addNode(safe(output), op, inputs, attr), shape, order })
  }

  /** Gives the data of `input` the name `output`, without adding a node. The shape and order may also differ. */
  alias(output: string, input: string, shape = this.shape(input), order = this.order(input)): void {
    this.#emitted.set(output, { ...this.#get(input), shape, order })
  }

  /** Adds a node without a corresponding ONNX tensor. Returns the node's name. */
  addNode(name: string, op: string, inputs: string[], attr: Attributes = {}): string {
    this.nodes.push({ name, op, ...(inputs.length > 0 ? { input: inputs } : {}), attr: { T: FLOAT, ...attr } })
    return name
  }

  integers = (wanted: string, values: readonly number[], shape = [values.length]): string =>
    this.weight(wanted, shape, Int32Array.from(values))

  /** Adds a constant with one float. Returns its name. */
  scalar = (wanted: string, value: number): string => this.weight(wanted, [1], Float32Array.of(value))

  /** Adds a constant once. Returns its name. 'half' stores its floats as float16. */
  weight(wanted: string, shape: number[], values: Float32Array | Int32Array, precision?: 'half'): string {
    const name = safe(wanted)
    if (this.weights.has(name)) return name
    const dtype = values instanceof Float32Array ? 'float32' : 'int32'
    const stored = precision === 'half' ? new Float16Array(values) : values
    const quantization = { dtype: 'float16', original_dtype: 'float32' } as const
    this.weights.set(name, {
      spec: { name, shape, dtype, ...(precision === 'half' ? { quantization } : {}) },
      bytes: new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength),
    })
    this.nodes.push({ name, op: 'Const', attr: { dtype: dtype === 'float32' ? FLOAT : INT } })
    return name
  }

  /**
   * Adds a constant in `order`, as an operand of computed tensors. If the constant has fewer axes than `order`, adds
   * axes of length 1, so that TensorFlow.js can broadcast the constant.
   */
  #constantIn(name: string, constant: Tensor, order: Order): string {
    const whole = [...Array<number>(order.length - constant.rank).fill(1), ...constant.shape]
    const moved = transpose(constant.reshape(whole), [...order])
    const precision = constant.size >= LARGE ? 'half' : undefined
    return this.weight(`${name}_value_${order.join('')}`, moved.shape, floatsOf(moved), precision)
  }

  #get = (name: string) => present(this.#emitted.get(name), name)
}

/** Returns the values of a float tensor, row-major. */
export const floatsOf = (tensor: Tensor): Float32Array => tensor.dataSync<'float32'>()

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`onnx: ${name} is not known yet`)
  return value
}
