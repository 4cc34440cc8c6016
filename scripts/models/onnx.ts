/** Reads an ONNX file (IR version 3 and later), as far as networks with static shapes need it. */
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

/** A network: its nodes in file order, and its constant tensors by name. */
export interface Graph {
  nodes: Node[]
  /** Floats are 'float32', all integers are 'int32'. */
  constants: Map<string, Tensor>
  inputs: { name: string; shape: number[] }[] // excludes constants; the length of an unknown axis is 0
  outputs: string[]
}

/** Parses an ONNX file. @throws when the file is truncated. */
export function readOnnx(file: Uint8Array): Graph {
  const graph = ModelProto.decode(file).graph as proto.onnx.GraphProto // every ONNX file has a graph
  const constants = new Map(graph.initializer.map((one) => [one.name ?? '', readTensor(one as proto.onnx.TensorProto)]))
  return {
    nodes: graph.node.map((one) => readNode(one as proto.onnx.NodeProto)),
    constants,
    // some exporters list weights as inputs
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

/** Reads a tensor of little-endian values. Copies the bytes, because they may be unaligned. */
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

/** Returns the node's attribute, which is a list, or `otherwise` if the node lacks it. */
export function list({ attributes }: Node, name: string, otherwise: number[] = []): number[] {
  const value = attributes.get(name)
  return Array.isArray(value) ? value : otherwise
}

/** Returns the node's attribute, which is a number, or `otherwise` if the node lacks it. */
export function number({ attributes }: Node, name: string, otherwise: number): number {
  const value = attributes.get(name)
  return typeof value === 'number' ? value : otherwise
}
