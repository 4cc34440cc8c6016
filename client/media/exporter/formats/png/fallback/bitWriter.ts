/** Writes bits into bytes, least significant first (RFC 1951, 3.1.1). */
export class BitWriter {
  readonly #bytes: number[] = []
  #bits = 0
  #count = 0

  /** Writes the lowest `count` bits of `value`. */
  put(value: number, count: number) {
    for (let i = 0; i < count; i++) {
      this.#bits |= ((value >>> i) & 1) << this.#count++
      if (this.#count === 8) this.#flush()
    }
  }

  /** Pads the last byte with zeros. */
  fillByte() {
    if (this.#count > 0) this.#flush()
  }

  /** Returns a copy of all whole bytes. */
  bytes = () => Uint8Array.from(this.#bytes)

  #flush() {
    this.#bytes.push(this.#bits)
    this.#bits = 0
    this.#count = 0
  }
}
