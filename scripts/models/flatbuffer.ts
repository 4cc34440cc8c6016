/** Reads tables of a FlatBuffers file by field number, without the classes that flatc would generate. */
import { ByteBuffer } from 'flatbuffers'

/** A table of a FlatBuffers file. Fields are read by their number; absent fields have their default. */
export class Table {
  readonly #file: ByteBuffer
  readonly #at: number

  private constructor(file: ByteBuffer, at: number) {
    this.#file = file
    this.#at = at
  }

  static root(bytes: Uint8Array): Table {
    const file = new ByteBuffer(bytes)
    return new Table(file, file.__indirect(0))
  }

  byte = (field: number, otherwise = 0): number => this.#read(field, (at) => this.#file.readInt8(at)) ?? otherwise
  integer = (field: number, otherwise = 0): number => this.#read(field, (at) => this.#file.readInt32(at)) ?? otherwise
  text = (field: number): string => this.#read(field, (at) => String(this.#file.__string(at))) ?? ''
  table = (field: number): Table | null => this.#read(field, this.#target)
  integers = (field: number): number[] => this.#vector(field, (at) => this.#file.readInt32(at))
  tables = (field: number): Table[] => this.#vector(field, this.#target)

  /** A byte vector, as a view into the file. */
  bytes = (field: number): Uint8Array =>
    this.#read(field, (at) => {
      const start = this.#file.__vector(at)
      return this.#file.bytes().subarray(start, start + this.#file.__vector_len(at))
    }) ?? new Uint8Array()

  #target = (at: number): Table => new Table(this.#file, this.#file.__indirect(at))

  #vector<T>(field: number, read: (at: number) => T): T[] {
    const entries = (at: number) =>
      Array.from({ length: this.#file.__vector_len(at) }, (_, i) => read(this.#file.__vector(at) + 4 * i))
    return this.#read(field, entries) ?? []
  }

  #read<T>(field: number, read: (at: number) => T): T | null {
    const offset = this.#file.__offset(this.#at, 4 + 2 * field)
    return offset === 0 ? null : read(this.#at + offset)
  }
}
