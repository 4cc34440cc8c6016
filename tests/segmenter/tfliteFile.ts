/** Writes TensorFlow Lite files for tests, field by field with the schema's numbers. */

type Field = { byte: number } | { int: number } | { bytes: Uint8Array } | { ints: number[] } | Fields | Fields[]
/** A table: its fields by number. */
export interface Fields {
  [field: number]: Field
}

/** Offsets point forwards, so the contents of a table are written after it. */
class Writer {
  bytes = new Uint8Array(1 << 16)
  end = 8
  readonly #view = new DataView(this.bytes.buffer)

  table(fields: Fields): number {
    const numbers = Object.keys(fields).map(Number)
    const count = Math.max(-1, ...numbers) + 1
    const start = this.end
    const at = start + 4 + 2 * count + ((2 * count) % 4)
    this.end = at + 4 + 4 * count
    this.#view.setUint16(start, 4 + 2 * count, true)
    this.#view.setUint16(start + 2, 4 + 4 * count, true)
    this.#view.setInt32(at, at - start, true)
    for (const number of numbers) {
      const place = 4 + 4 * number
      this.#view.setUint16(start + 4 + 2 * number, place, true)
      this.#write(at + place, fields[number]!)
    }
    return at
  }

  #write(at: number, field: Field): void {
    if ('byte' in field) this.#view.setInt8(at, field.byte as number)
    else if ('int' in field) this.#view.setInt32(at, field.int as number, true)
    else if ('bytes' in field) this.#vector(at, field.bytes as Uint8Array, 1)
    else if ('ints' in field) this.#vector(at, new Uint8Array(Int32Array.from(field.ints as number[]).buffer), 4)
    else if (Array.isArray(field)) {
      const first = this.#vector(at, new Uint8Array(4 * field.length), 4)
      for (const [i, one] of field.entries()) this.#point(first + 4 * i, () => this.table(one))
    } else this.#point(at, () => this.table(field as Fields))
  }

  /** Returns the position of its first entry. */
  #vector(at: number, bytes: Uint8Array, size: number): number {
    this.#align()
    this.#view.setUint32(at, this.end - at, true)
    this.#view.setUint32(this.end, bytes.length / size, true)
    const first = this.end + 4
    this.bytes.set(bytes, first)
    this.end = first + bytes.length
    return first
  }

  #point(at: number, write: () => number): void {
    this.#align()
    this.#view.setUint32(at, write() - at, true)
  }

  #align(): void {
    this.end += (4 - (this.end % 4)) % 4
  }

  finished(root: number): Uint8Array {
    this.#view.setUint32(0, root, true)
    this.bytes.set(Buffer.from('TFL3'), 4)
    return this.bytes.slice(0, this.end)
  }
}

export interface TestTensor {
  shape: number[]
  /** 0 = float32, 1 = float16, 2 = int32. */
  type?: number
  values?: Float32Array | Uint16Array | Int32Array
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
  const writer = new Writer()
  const root = writer.table({
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
  return writer.finished(root)
}
