/** Writes small ONNX files for tests. */
import proto from 'onnx-proto'

type Attribute = number | string | number[]

export interface Part {
  op: string
  inputs: string[]
  output: string
  attributes?: Record<string, Attribute>
}

export interface Weights {
  name: string
  shape: number[]
  values: number[]
  type?: 'float' | 'int64'
}

/**
 * Returns a network with one input, `photo`. The last node computes the output, unless `output` names another tensor.
 */
export function onnxFile(
  inputShape: number[],
  nodes: Part[],
  weights: Weights[] = [],
  output = nodes.at(-1)?.output ?? '',
): Uint8Array {
  const graph = {
    node: nodes.map(({ op, inputs, output, attributes = {} }) => ({
      opType: op,
      name: `${op} ${output}`,
      input: inputs,
      output: [output],
      attribute: Object.entries(attributes).map(([name, value]) => ({ name, ...attribute(value) })),
    })),
    initializer: weights.map(({ name, shape, values, type = 'float' }) => {
      const raw = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values, BigInt)
      return { name, dims: shape, dataType: type === 'float' ? 1 : 7, rawData: new Uint8Array(raw.buffer) }
    }),
    input: [{ name: 'photo', type: { tensorType: { shape: { dim: inputShape.map((dimValue) => ({ dimValue })) } } } }],
    output: [{ name: output }],
  }
  return proto.onnx.ModelProto.encode({ irVersion: 7, graph }).finish()
}

function attribute(value: Attribute): proto.onnx.IAttributeProto {
  const { AttributeType } = proto.onnx.AttributeProto
  if (typeof value === 'string') return { type: AttributeType.STRING, s: new TextEncoder().encode(value) }
  return Array.isArray(value) ? { type: AttributeType.INTS, ints: value } : { type: AttributeType.INT, i: value }
}
