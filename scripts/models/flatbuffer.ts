/** Reads tables of a FlatBuffers file by field number; absent fields have their default. */

/** A table of a FlatBuffers file. Fields are read by their number; absent fields have their default. */
export class Table {
  readonly #view: DataView
  readonly #at: number

  private constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
  }

  static root(file: Uint8Array): Table {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
    return new Table(view, view.getUint32(0, true))
  }

  byte = (field: number, otherwise = 0): number => this.#read(field, (at) => this.#view.getInt8(at)) ?? otherwise
  integer = (field: number, otherwise = 0): number =>
    this.#read(field, (at) => this.#view.getInt32(at, true)) ?? otherwise

  text(field: number): string {
    return Buffer.from(this.bytes(field)).toString('utf8')
  }

  /** A byte vector, as a view into the file. */
  bytes(field: number): Uint8Array {
    const { at, count } = this.#vector(field)
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, count)
  }

  integers(field: number): number[] {
    const { at, count } = this.#vector(field)
    return Array.from({ length: count }, (_, i) => this.#view.getInt32(at + 4 * i, true))
  }

  table(field: number): Table | null {
    return this.#read(field, (at) => new Table(this.#view, this.#target(at)))
  }

  tables(field: number): Table[] {
    const { at, count } = this.#vector(field)
    return Array.from({ length: count }, (_, i) => new Table(this.#view, this.#target(at + 4 * i)))
  }

  #vector(field: number): { at: number; count: number } {
    const start = this.#read(field, (at) => this.#target(at))
    return start === null ? { at: 0, count: 0 } : { at: start + 4, count: this.#view.getUint32(start, true) }
  }

  #target = (at: number): number => at + this.#view.getUint32(at, true)

  #read<T>(field: number, read: (at: number) => T): T | null {
    const fields = this.#at - this.#view.getInt32(this.#at, true)
    const place = 4 + 2 * field
    if (place >= this.#view.getUint16(fields, true)) return null
    const offset = this.#view.getUint16(fields + place, true)
    return offset === 0 ? null : read(this.#at + offset)
  }
}
