/** Writes small ONNX files for tests (onnx.proto3), the counterpart of scripts/models/onnx.ts. */
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

/** A network with one input, `photo`. The last node computes the output, unless `output` names another tensor. */
export function onnxFile(
  inputShape: number[],
  nodes: Part[],
  weights: Weights[] = [],
  output = nodes.at(-1)?.output ?? '',
): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(1, nodeProto(node))),
    ...weights.map((tensor) => message(5, tensorProto(tensor))),
    message(11, valueInfo('photo', inputShape)),
    message(12, valueInfo(output, [])),
  ]
  return Uint8Array.from([...integer(1, 7), ...message(7, graph.flat())])
}

const nodeProto = ({ op, inputs, output, attributes = {} }: Part): number[] => [
  ...inputs.flatMap((name) => text(1, name)),
  ...text(2, output),
  ...text(3, `${op} ${output}`),
  ...text(4, op),
  ...Object.entries(attributes).flatMap(([name, value]) => message(5, [...text(1, name), ...attribute(value)])),
]

function attribute(value: Attribute): number[] {
  if (typeof value === 'string') return text(4, value)
  return Array.isArray(value) ? value.flatMap((one) => integer(8, one)) : integer(3, value)
}

function tensorProto({ name, shape, values, type = 'float' }: Weights): number[] {
  const raw = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values, BigInt)
  return [
    ...shape.flatMap((side) => integer(1, side)),
    ...integer(2, type === 'float' ? 1 : 7),
    ...text(8, name),
    ...message(9, [...new Uint8Array(raw.buffer)]),
  ]
}

const valueInfo = (name: string, shape: number[]): number[] => [
  ...text(1, name),
  ...message(
    2,
    message(
      1,
      message(
        2,
        shape.flatMap((side) => message(1, integer(1, side))),
      ),
    ),
  ),
]

const text = (field: number, value: string) => message(field, [...new TextEncoder().encode(value)])
const message = (field: number, bytes: number[]) => [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes]
const integer = (field: number, value: number) => [...varint(field << 3), ...varint(value)]

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)]
    bytes.push(Number(rest & 127n) | 128)
  }
}
