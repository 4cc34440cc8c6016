/**
 * Protocol Buffers wire format, reading only (protobuf.dev/programming-guides/encoding).
 * A message is a sequence of fields in file order; the caller knows the meaning of the field numbers.
 */
export type Field = { number: number } & (
  | { wire: 'varint'; value: bigint }
  | { wire: 'fixed32' | 'fixed64' | 'bytes'; value: Uint8Array }
)

const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 }

/** Yields the fields of a message. @throws for wire types that the format no longer uses. */
export function* fields(message: Uint8Array): Generator<Field> {
  const reader = { message, at: 0 }
  while (reader.at < message.length) {
    const tag = Number(varint(reader))
    const number = tag >>> 3
    switch (tag & 7) {
      case WIRE.varint:
        yield { number, wire: 'varint', value: varint(reader) }
        break
      case WIRE.fixed64:
        yield { number, wire: 'fixed64', value: take(reader, 8) }
        break
      case WIRE.bytes:
        yield { number, wire: 'bytes', value: take(reader, Number(varint(reader))) }
        break
      case WIRE.fixed32:
        yield { number, wire: 'fixed32', value: take(reader, 4) }
        break
      default:
        throw new Error(`protobuf: wire type ${tag & 7} of field ${number} at byte ${reader.at}`)
    }
  }
}

/** Returns a field's UTF-8 text. @throws for other wire types. */
export const text = (field: Field): string => new TextDecoder().decode(bytes(field))

/** Returns a field's bytes: a string, a message or packed numbers. @throws for other wire types. */
export function bytes(field: Field): Uint8Array {
  if (field.wire !== 'bytes') throw new Error(`protobuf: field ${field.number} is ${field.wire}, not bytes`)
  return field.value
}

/** A repeated integer is one varint per field, or packed into one field; both are legal in the same message. */
export function integers(field: Field): number[] {
  if (field.wire === 'varint') return [signed(field.value)]
  const reader = { message: bytes(field), at: 0 }
  const values: number[] = []
  while (reader.at < reader.message.length) values.push(signed(varint(reader)))
  return values
}

/** Like `integers`, for 32-bit floats. */
export function floats(field: Field): number[] {
  if (field.wire === 'varint') throw new Error(`protobuf: field ${field.number} is varint, not float`)
  const view = new DataView(field.value.buffer, field.value.byteOffset, field.value.byteLength)
  return Array.from({ length: field.value.length / 4 }, (_, i) => view.getFloat32(4 * i, true))
}

interface Reader {
  message: Uint8Array
  at: number
}

function varint(reader: Reader): bigint {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.message[reader.at++]
    if (byte === undefined) throw new Error('protobuf: the message ends inside a number')
    value |= BigInt(byte & 127) << shift
    if (byte < 128) return value
  }
  throw new Error(`protobuf: a number longer than 64 bits at byte ${reader.at}`)
}

function take(reader: Reader, length: number): Uint8Array {
  const end = reader.at + length
  if (end > reader.message.length) throw new Error(`protobuf: ${length} bytes wanted at ${reader.at}, the message ends`)
  const part = reader.message.subarray(reader.at, end)
  reader.at = end
  return part
}

const signed = (value: bigint): number => Number(BigInt.asIntN(64, value))
