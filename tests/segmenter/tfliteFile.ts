/** Writes TensorFlow Lite files for tests, field by field with the schema's numbers. */
import { Builder } from 'flatbuffers'

type Field = { byte: number } | { int: number } | { bytes: Uint8Array } | { ints: number[] } | Fields | Fields[]
/** A table with its fields by number. */
export interface Fields {
  [field: number]: Field
}

/** Writes the contents of a table before the table itself, as FlatBuffers requires. */
function table(builder: Builder, fields: Fields): number {
  const written = Object.entries(fields).map(
    ([number, field]) => [Number(number), field, contents(builder, field)] as const,
  )
  builder.startObject(Math.max(-1, ...written.map(([number]) => number)) + 1)
  for (const [number, field, offset] of written)
    if ('byte' in field) builder.addFieldInt8(number, field.byte as number, 0)
    else if ('int' in field) builder.addFieldInt32(number, field.int as number, 0)
    else builder.addFieldOffset(number, offset, 0)
  return builder.endObject()
}

function contents(builder: Builder, field: Field): number {
  if ('byte' in field || 'int' in field) return 0
  if ('bytes' in field) return builder.createByteVector(field.bytes as Uint8Array)
  if ('ints' in field) return vector(builder, field.ints as number[], (value) => builder.addInt32(value))
  if (!Array.isArray(field)) return table(builder, field as Fields)
  const tables = field.map((one) => table(builder, one))
  return vector(builder, tables, (offset) => builder.addOffset(offset))
}

function vector(builder: Builder, values: number[], add: (value: number) => void): number {
  builder.startVector(4, values.length, 4)
  for (const value of values.toReversed()) add(value)
  return builder.endVector()
}

export interface TestTensor {
  shape: number[]
  /** 0 = float32, 1 = float16, 2 = int32. */
  type?: number
  values?: Float32Array | Float16Array | Int32Array
}

export interface TestOperator {
  /** The schema's number, or a custom operator's name. */
  code: number | string
  inputs: number[]
  output: number
  options?: Fields
  custom?: Uint8Array
}

/** The first tensor is the input, the last the output. */
export function tfliteFile(tensors: TestTensor[], operators: TestOperator[]): Uint8Array {
  const filled = tensors.flatMap(({ values }) => values ?? [])
  const bufferOf = ({ values }: TestTensor) => (values ? filled.indexOf(values) + 1 : 0)
  const builder = new Builder()
  const root = table(builder, {
    1: operators.map(({ code }) =>
      typeof code === 'string'
        ? { 0: { byte: 32 }, 1: { bytes: Buffer.from(code) } }
        : { 0: { byte: code }, 3: { int: code } },
    ),
    2: [
      {
        0: tensors.map((tensor) => ({
          0: { ints: tensor.shape },
          1: { byte: tensor.type ?? 0 },
          2: { int: bufferOf(tensor) },
        })),
        1: { ints: [0] },
        2: { ints: [tensors.length - 1] },
        3: operators.map(({ inputs, output, options, custom }, i) => ({
          0: { int: i },
          1: { ints: inputs },
          2: { ints: [output] },
          ...(options ? { 4: options } : {}),
          ...(custom ? { 5: { bytes: custom } } : {}),
        })),
      },
    ],
    4: [{}, ...filled.map(({ buffer }) => ({ 0: { bytes: new Uint8Array(buffer as ArrayBuffer) } }))],
  })
  builder.finish(root, 'TFL3')
  return builder.asUint8Array()
}
