/** Writes bits into bytes, least significant first (RFC 1951, 3.1.1). */
export class BitWriter {
  readonly #bytes: number[] = []
  #bits = 0
  #count = 0

  put(value: number, count: number) {
    for (let i = 0; i < count; i++) {
      this.#bits |= ((value >>> i) & 1) << this.#count++
      if (this.#count === 8) this.#flush()
    }
  }

  fillByte() {
    if (this.#count > 0) this.#flush()
  }

  bytes = () => Uint8Array.from(this.#bytes)

  #flush() {
    this.#bytes.push(this.#bits)
    this.#bits = 0
    this.#count = 0
  }
}
