/** What a conversion knows while it walks an ONNX graph: shapes, folded constants, and the TF.js graph so far. */
import { toFloat16 } from './float16.ts'
import type { Graph, Node, Tensor } from './onnx.ts'

type Shape = readonly number[]

/** An attribute as TensorFlow's NodeDef writes it in JSON: 64-bit integers as text, text as base64. */
export type Attribute =
  | { type: 'DT_FLOAT' | 'DT_INT32' }
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

export const FLOAT: Attribute = { type: 'DT_FLOAT' }
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const shapeProto = (shape: Shape) => ({ dim: shape.map((side) => ({ size: String(side) })) })

export class Conversion {
  readonly nodes: TfNode[] = []
  readonly weights: WeightSpec[] = []
  readonly #chunks: Uint8Array[] = []
  readonly #constants: Map<string, Tensor>
  readonly #shapes = new Map<string, Shape>() // NCHW, as ONNX counts
  readonly #names = new Map<string, string>() // ONNX tensor to TF.js node
  readonly #users = new Map<string, Node[]>()

  constructor(graph: Graph, ordered: readonly Node[]) {
    this.#constants = new Map(graph.constants)
    for (const node of ordered)
      for (const input of node.inputs) this.#users.set(input, [...(this.#users.get(input) ?? []), node])
  }

  constant(name: string): Tensor {
    const tensor = this.#constants.get(name)
    if (!tensor) throw new Error(`onnx: ${name} is not known before the model runs`)
    return tensor
  }

  isConstant = (name: string): boolean => this.#constants.has(name)

  fold(name: string, values: Tensor['values'], shape: number[] = [values.length]): void {
    this.#constants.set(name, { shape, values })
  }

  shape(name: string): Shape {
    const shape = this.#shapes.get(name)
    if (!shape) throw new Error(`onnx: the shape of ${name} is not known`)
    return shape
  }

  /** The one node that reads `name`, or null. */
  onlyUser(name: string): Node | null {
    const users = this.#users.get(name) ?? []
    return users.length === 1 ? (users[0] ?? null) : null
  }

  isEmitted = (name: string): boolean => this.#names.has(name)

  tfName(name: string): string {
    const tf = this.#names.get(name)
    if (!tf) throw new Error(`onnx: ${name} is read before it is made`)
    return tf
  }

  /** Adds a TF.js node that makes the ONNX tensor `output`. `inputs` are TF.js names. */
  emit(output: string, shape: Shape, op: string, inputs: string[], attr: Record<string, Attribute>): void {
    const name = safe(output)
    this.nodes.push({ name, op, ...(inputs.length > 0 ? { input: inputs } : {}), attr: { T: FLOAT, ...attr } })
    this.#names.set(output, name)
    this.#shapes.set(output, shape)
  }

  alias(output: string, input: string): void {
    this.#names.set(output, this.tfName(input))
    this.#shapes.set(output, this.shape(input))
  }

  /** Names a constant node, adding its bytes once. Kernels travel as float16, the small rest in full. */
  weight(wanted: string, shape: number[], values: Float32Array | Int32Array, precision: 'half' | 'full'): string {
    const name = safe(wanted)
    if (this.weights.some((spec) => spec.name === name)) return name
    const isFloat = values instanceof Float32Array
    const stored = isFloat && precision === 'half' ? toFloat16(values) : values
    this.#chunks.push(new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength))
    this.weights.push({
      name,
      shape,
      dtype: isFloat ? 'float32' : 'int32',
      ...(stored instanceof Uint16Array ? { quantization: { dtype: 'float16', original_dtype: 'float32' } } : {}),
    })
    this.nodes.push({ name, op: 'Const', attr: { dtype: isFloat ? FLOAT : { type: 'DT_INT32' } } })
    return name
  }

  weightBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(this.#chunks))
}

/** ONNX names may hold anything; TensorFlow's may not begin with a digit. */
const safe = (name: string): string => `t_${name.replace(/[^A-Za-z0-9_]/g, '_')}`
