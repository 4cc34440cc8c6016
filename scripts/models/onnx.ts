/** Reads an ONNX file: the parts that a network with static shapes uses (onnx.proto3, IR version 3 and later). */
import { fromFloat16 } from './float16.ts'
import { bytes, type Field, fields, floats, integers, text } from './protobuf.ts'

/** Floats are Float32Array, every integer type is a plain array. Row-major. */
export interface Tensor {
  shape: number[]
  values: Float32Array | number[]
}

/** A node of an ONNX graph. Inputs and outputs are names of tensors; an optional input that is left out has the name ''. */
export interface Node {
  op: string
  name: string
  inputs: string[]
  outputs: string[]
  attributes: Map<string, number | string | number[] | Tensor>
}

/** A network: operations in file order, and constant tensors by name. */
export interface Graph {
  nodes: Node[]
  constants: Map<string, Tensor>
  inputs: { name: string; shape: number[] }[] // without constants; an unknown dimension is 0
  outputs: string[]
}

/** Parses an ONNX file. @throws when it holds no graph. */
export function readOnnx(file: Uint8Array): Graph {
  for (const field of fields(file)) if (field.number === 7) return readGraph(bytes(field))
  throw new Error('onnx: the file holds no graph')
}

function readGraph(message: Uint8Array): Graph {
  const graph: Graph = { nodes: [], constants: new Map(), inputs: [], outputs: [] }
  for (const field of fields(message)) {
    if (field.number === 1) graph.nodes.push(readNode(bytes(field)))
    if (field.number === 5) graph.constants.set(...readTensor(bytes(field)))
    if (field.number === 11) graph.inputs.push(readValueInfo(bytes(field)))
    if (field.number === 12) graph.outputs.push(readValueInfo(bytes(field)).name)
  }
  // old exporters list the weights among the inputs as well
  graph.inputs = graph.inputs.filter((input) => !graph.constants.has(input.name))
  return graph
}

function readNode(message: Uint8Array): Node {
  const node: Node = { op: '', name: '', inputs: [], outputs: [], attributes: new Map() }
  for (const field of fields(message)) {
    if (field.number === 1) node.inputs.push(text(field))
    if (field.number === 2) node.outputs.push(text(field))
    if (field.number === 3) node.name = text(field)
    if (field.number === 4) node.op = text(field)
    if (field.number === 5) node.attributes.set(...readAttribute(bytes(field)))
  }
  return node
}

function readAttribute(message: Uint8Array): [string, number | string | number[] | Tensor] {
  let name = ''
  let single: number | string | Tensor | undefined
  const list: number[] = []
  for (const field of fields(message)) {
    if (field.number === 1) name = text(field)
    if (field.number === 2) single = floats(field)[0] ?? 0
    if (field.number === 3) single = integers(field)[0] ?? 0
    if (field.number === 4) single = text(field)
    if (field.number === 5) single = readTensor(bytes(field))[1]
    if (field.number === 7) list.push(...floats(field))
    if (field.number === 8) list.push(...integers(field))
  }
  return [name, single ?? list]
}

/** TensorProto.DataType */
const FLOAT = 1
const INT32 = 6
const INT64 = 7
const FLOAT16 = 10

function readTensor(message: Uint8Array): [string, Tensor] {
  let name = ''
  let type = 0
  let raw: Uint8Array | null = null
  const shape: number[] = []
  const typed: number[] = []
  for (const field of fields(message)) {
    if (field.number === 1) shape.push(...integers(field))
    if (field.number === 2) type = integers(field)[0] ?? 0
    if (field.number === 4) typed.push(...floats(field))
    if (field.number === 5 || field.number === 7) typed.push(...integers(field))
    if (field.number === 8) name = text(field)
    if (field.number === 9) raw = bytes(field)
  }
  const values = raw ? fromRaw(raw, type, name) : type === FLOAT ? Float32Array.from(typed) : typed
  const count = shape.reduce((product, side) => product * side, 1)
  if (values.length !== count) throw new Error(`onnx: ${name} has ${values.length} values for the shape [${shape}]`)
  return [name, { shape, values }]
}

/** `raw_data` is little-endian without padding; it may start at any byte, hence the copy. */
function fromRaw(raw: Uint8Array, type: number, name: string): Float32Array | number[] {
  const { buffer } = new Uint8Array(raw)
  if (type === FLOAT) return new Float32Array(buffer)
  if (type === FLOAT16) return fromFloat16(new Uint16Array(buffer))
  if (type === INT32) return Array.from(new Int32Array(buffer))
  if (type === INT64) return Array.from(new BigInt64Array(buffer), Number)
  throw new Error(`onnx: ${name} has the unknown data type ${type}`)
}

function readValueInfo(message: Uint8Array): { name: string; shape: number[] } {
  let name = ''
  const shape: number[] = []
  for (const field of fields(message)) {
    if (field.number === 1) name = text(field)
    if (field.number === 2)
      for (const tensor of within(field, 1)) for (const dims of within(tensor, 2)) shape.push(...sides(dims))
  }
  return { name, shape }
}

const sides = (shape: Field): number[] =>
  [...within(shape, 1)].map((dim) => [...within(dim, 1)].flatMap(integers)[0] ?? 0)

function* within(field: Field, number: number): Generator<Field> {
  for (const inner of fields(bytes(field))) if (inner.number === number) yield inner
}
