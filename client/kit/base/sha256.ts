/** Returns the SHA-256 of `bytes` in hexadecimal. The hash identifies content; it guards no secret. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // `subtle` is missing on pages served over plain http, for instance by a private server on a home network
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  return hex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : digest(bytes))
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns the SHA-256 digest of `bytes` (FIPS 180-4), 32 bytes, where `crypto.subtle` is missing. Exported for a test
 * that compares it with `crypto.subtle`.
 */
export function digest(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))
  const constants = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
  const schedule = new Uint32Array(64)
  const whole = bytes.length & ~63
  const input = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < whole; at += 64) compress(state, constants, schedule, input, at)

  const tail = paddedTail(bytes, whole)
  for (let at = 0; at < tail.byteLength; at += 64) compress(state, constants, schedule, tail, at)

  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => {
    out.setUint32(4 * i, word)
  })
  return new Uint8Array(out.buffer)
}

/**
 * Returns the padded end of the message (FIPS 180-4 §5.1.1): the last bytes, a 1 bit, zeros and the message's length in
 * bits; one block of 64 bytes or two.
 */
function paddedTail(bytes: Uint8Array, from: number): DataView {
  const rest = bytes.subarray(from)
  const tail = new Uint8Array(rest.length < 56 ? 64 : 128)
  tail.set(rest)
  tail[rest.length] = 0x80
  const view = new DataView(tail.buffer)
  view.setBigUint64(tail.length - 8, BigInt(bytes.length) * 8n)
  return view
}

function compress(state: Uint32Array, constants: Uint32Array, w: Uint32Array, input: DataView, at: number) {
  const read = (words: Uint32Array, i: number) => words[i] as number // every index below is in range
  for (let i = 0; i < 16; i++) w[i] = input.getUint32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const a = read(w, i - 15)
    const b = read(w, i - 2)
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    w[i] = read(w, i - 16) + s0 + read(w, i - 7) + s1
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const t1 =
      h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + read(constants, i) + read(w, i)
    const t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = read(state, i) + word
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/**
 * Returns the first 32 bits of the fractional part of `value`, from which FIPS 180-4 §4.2.2 and §5.3.3 derive their
 * constants.
 */
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32)

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
