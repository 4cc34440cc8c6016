/** Writes the bits of a scan, most significant first. A byte 0xFF is followed by a stuffed 0x00 (T.81, B.1.1.5). */
export class BitWriter {
  private bytes = new Uint8Array(1 << 16)
  private length = 0
  private held = 0
  private count = 0

  /** Writes the lowest `count` bits of `bits`; at most 16. */
  put(bits: number, count: number): void {
    this.held = (this.held << count) | bits
    this.count += count
    while (this.count >= 8) {
      this.count -= 8
      this.scanByte((this.held >>> this.count) & 255)
    }
    this.held &= (1 << this.count) - 1
  }

  /** Pads the last byte with ones (T.81, F.1.2.3). */
  align(): void {
    if (this.count > 0) this.put((1 << (8 - this.count)) - 1, 8 - this.count)
  }

  /** Writes the marker 0xFF `code`; call `align` before. */
  marker(code: number): void {
    this.byte(0xff)
    this.byte(code)
  }

  /** Returns all bytes since the last `clear`; they are valid until the next one. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }

  private scanByte(value: number): void {
    this.byte(value)
    if (value === 0xff) this.byte(0)
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(2 * this.length)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length++] = value
  }
}
