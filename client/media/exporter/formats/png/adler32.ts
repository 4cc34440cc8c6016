/** Adler-32 (RFC 1950, 8.2), the checksum over the filtered rows of a PNG. */
const ADLER_MODULUS = 65_521
/** Bytes between two reductions; the sums stay below 2^31. */
const ADLER_STEP = 2048

/** Returns the Adler-32 checksum of the first `length` bytes, as an unsigned 32-bit integer. */
export function adler32(bytes: Uint8Array, length = bytes.length): number {
  let a = 1
  let b = 0
  for (let i = 0; i < length; ) {
    const stop = Math.min(length, i + ADLER_STEP)
    for (; i + 4 <= stop; i += 4) {
      const p = bytes[i] as number
      const q = bytes[i + 1] as number
      const r = bytes[i + 2] as number
      const s = bytes[i + 3] as number
      b += 4 * a + 4 * p + 3 * q + 2 * r + s
      a += p + q + r + s
    }
    for (; i < stop; i++) {
      a += bytes[i] as number
      b += a
    }
    a %= ADLER_MODULUS
    b %= ADLER_MODULUS
  }
  return ((b << 16) | a) >>> 0
}

/** Returns the Adler-32 of two joined byte sequences from the checksum of each. `length`: bytes of the second one. */
export function combineAdler32(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16]
  const [a2, b2] = [second & 0xffff, second >>> 16]
  const a = (a1 + a2 - 1 + ADLER_MODULUS) % ADLER_MODULUS
  // each byte of the second sequence adds the sum of the first one once more
  const b = (b1 + b2 + ((a1 - 1 + ADLER_MODULUS) % ADLER_MODULUS) * (length % ADLER_MODULUS)) % ADLER_MODULUS
  return ((b << 16) | a) >>> 0
}
