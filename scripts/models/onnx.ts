/** Reads an ONNX file: the parts that a network with static shapes uses (IR version 3 and later). */
import proto from 'onnx-proto'

const { AttributeProto, ModelProto, TensorProto } = proto.onnx
const { AttributeType } = AttributeProto
const { DataType } = TensorProto

/** Floats are Float32Array, every integer type is a plain array. Row-major. */
export interface Tensor {
  shape: number[]
  values: Float32Array | number[]
}

type Attribute = number | string | number[] | Tensor

/** A node of an ONNX graph. Inputs and outputs are names of tensors; an omitted optional input has the name ''. */
export interface Node {
  op: string
  name: string
  inputs: string[]
  outputs: string[]
  attributes: Map<string, Attribute>
}

/** A network: operations in file order, and constant tensors by name. */
export interface Graph {
  nodes: Node[]
  constants: Map<string, Tensor>
  inputs: { name: string; shape: number[] }[] // without constants; an unknown dimension is 0
  outputs: string[]
}

/** Parses an ONNX file. @throws when the file has no graph or is truncated. */
export function readOnnx(file: Uint8Array): Graph {
  const { graph } = ModelProto.decode(file)
  if (!graph) throw new Error('onnx: the file has no graph')
  const { node = [], initializer = [], input = [], output = [] } = graph as proto.onnx.GraphProto
  const constants = new Map(initializer.map((tensor) => [tensor.name ?? '', readTensor(tensor)]))
  return {
    nodes: node.map(readNode),
    constants,
    // old exporters list the weights among the inputs as well
    inputs: input.filter(({ name }) => !constants.has(name ?? '')).map(readInput),
    outputs: output.map(({ name }) => name ?? ''),
  }
}

const readNode = ({ opType, name, input, output, attribute }: proto.onnx.INodeProto): Node => ({
  op: opType ?? '',
  name: name ?? '',
  inputs: input ?? [],
  outputs: output ?? [],
  attributes: new Map(attribute?.map((one) => [one.name ?? '', readAttribute(one)])),
})

function readAttribute({ name, type, f, i, s, t, floats, ints }: proto.onnx.IAttributeProto): Attribute {
  if (type === AttributeType.FLOAT) return f ?? 0
  if (type === AttributeType.INT) return Number(i)
  if (type === AttributeType.STRING) return Buffer.from(s ?? []).toString('utf8')
  if (type === AttributeType.TENSOR && t) return readTensor(t)
  if (type === AttributeType.FLOATS) return floats ?? []
  if (type === AttributeType.INTS) return ints?.map(Number) ?? []
  throw new Error(`onnx: the attribute ${name} has the unknown type ${type}`)
}

function readTensor({
  name,
  dims,
  dataType,
  rawData,
  floatData,
  int32Data,
  int64Data,
}: proto.onnx.ITensorProto): Tensor {
  const shape = dims?.map(Number) ?? []
  const typed =
    dataType === DataType.FLOAT
      ? Float32Array.from(floatData ?? [])
      : [...(int32Data ?? []), ...(int64Data ?? [])].map(Number)
  const values = rawData?.length ? fromRaw(rawData, dataType, name) : typed
  const count = shape.reduce((product, side) => product * side, 1)
  if (values.length !== count) throw new Error(`onnx: ${name} has ${values.length} values for the shape [${shape}]`)
  return { shape, values }
}

/** `raw` is little-endian without padding. It may start at any byte, hence the copy. */
function fromRaw(raw: Uint8Array, type: unknown, name: unknown): Float32Array | number[] {
  const { buffer } = new Uint8Array(raw)
  if (type === DataType.FLOAT) return new Float32Array(buffer)
  if (type === DataType.FLOAT16) return new Float32Array(new Float16Array(buffer))
  if (type === DataType.INT32) return Array.from(new Int32Array(buffer))
  if (type === DataType.INT64) return Array.from(new BigInt64Array(buffer), Number)
  throw new Error(`onnx: ${name} has the unknown data type ${type}`)
}

const readInput = ({ name, type }: proto.onnx.IValueInfoProto) => ({
  name: name ?? '',
  shape: type?.tensorType?.shape?.dim?.map(({ dimValue }) => Number(dimValue ?? 0)) ?? [],
})

/** Returns an attribute that is a list; `otherwise` if the node has none. @throws when it has another type. */
export function list(node: Node, name: string, otherwise: number[]): number[] {
  const value = node.attributes.get(name) ?? otherwise
  if (!Array.isArray(value)) throw new Error(`onnx: ${name} of ${node.name} is not a list`)
  return value
}

/** Returns an attribute that is a number; `otherwise` if the node has none. @throws when it has another type. */
export function number(node: Node, name: string, otherwise: number): number {
  const value = node.attributes.get(name) ?? otherwise
  if (typeof value !== 'number') throw new Error(`onnx: ${name} of ${node.name} is not a number`)
  return value
}
