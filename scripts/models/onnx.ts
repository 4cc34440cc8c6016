/** Reads an ONNX file: the parts that a network with static shapes uses (IR version 3 and later). */
import { type Tensor, tensor } from '@tensorflow/tfjs'
import proto from 'onnx-proto'

const { AttributeProto, ModelProto, TensorProto } = proto.onnx
const { AttributeType } = AttributeProto

/** A node of an ONNX graph. Inputs and outputs are names of tensors; an omitted optional input has the name ''. */
export interface Node {
  op: string
  inputs: string[]
  outputs: string[]
  attributes: Map<string, number | string | number[] | Tensor>
}

/** A network: operations in file order, and constant tensors by name. */
export interface Graph {
  nodes: Node[]
  /** Floats are 'float32', all integers are 'int32'. */
  constants: Map<string, Tensor>
  inputs: { name: string; shape: number[] }[] // without constants; an unknown dimension is 0
  outputs: string[]
}

/** Parses an ONNX file. @throws when the file is truncated. */
export function readOnnx(file: Uint8Array): Graph {
  const graph = ModelProto.decode(file).graph as proto.onnx.GraphProto // present in every ONNX file
  const constants = new Map(graph.initializer.map((one) => [one.name ?? '', readTensor(one as proto.onnx.TensorProto)]))
  return {
    nodes: graph.node.map((one) => readNode(one as proto.onnx.NodeProto)),
    constants,
    // old exporters list the weights among the inputs as well
    inputs: graph.input.filter(({ name }) => !constants.has(name ?? '')).map(readInput),
    outputs: graph.output.map(({ name }) => name ?? ''),
  }
}

const readNode = ({ opType, input, output, attribute }: proto.onnx.NodeProto): Node => ({
  op: opType,
  inputs: input,
  outputs: output,
  attributes: new Map(attribute.map((one) => [one.name ?? '', readAttribute(one as proto.onnx.AttributeProto)])),
})

function readAttribute({ type, f, i, s, t, ints }: proto.onnx.AttributeProto): number | string | number[] | Tensor {
  if (type === AttributeType.FLOAT) return f
  if (type === AttributeType.INT) return Number(i)
  if (type === AttributeType.STRING) return Buffer.from(s).toString('utf8')
  return type === AttributeType.TENSOR ? readTensor(t as proto.onnx.TensorProto) : ints.map(Number)
}

const MAX_INT = 2 ** 31 - 1

/** The values are little-endian. They may start at any byte, so they are copied. */
function readTensor({ dims, dataType, rawData }: proto.onnx.TensorProto): Tensor {
  const { buffer } = new Uint8Array(rawData)
  const shape = dims.map(Number)
  if (dataType === TensorProto.DataType.FLOAT) return tensor(new Float32Array(buffer), shape)
  const integers = Int32Array.from(new BigInt64Array(buffer), (value) =>
    Math.max(-MAX_INT, Math.min(MAX_INT, Number(value))),
  )
  return tensor(integers, shape)
}

const readInput = ({ name, type }: proto.onnx.IValueInfoProto) => ({
  name: name ?? '',
  shape: type?.tensorType?.shape?.dim?.map(({ dimValue }) => Number(dimValue ?? 0)) ?? [],
})

/** Returns an attribute that is a list; `otherwise` if the node has none. */
export function list({ attributes }: Node, name: string, otherwise: number[] = []): number[] {
  const value = attributes.get(name)
  return Array.isArray(value) ? value : otherwise
}

/** Returns an attribute that is a number; `otherwise` if the node has none. */
export function number({ attributes }: Node, name: string, otherwise: number): number {
  const value = attributes.get(name)
  return typeof value === 'number' ? value : otherwise
}
