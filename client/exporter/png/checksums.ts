/** The two checksums of a PNG: CRC-32 per chunk (PNG spec, annex D), Adler-32 over the unpacked rows (RFC 1950). */

/** Eight tables, so that eight bytes are folded in at once ("slicing by 8"). */
const CRC_TABLES = makeCrcTables()

export function crc32(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = CRC_TABLES
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const at = (table: Int32Array, value: number) => table[value & 255] as number
  let crc = -1
  let i = 0
  for (; i + 8 <= bytes.length; i += 8) {
    const low = crc ^ view.getInt32(i, true)
    const high = view.getInt32(i + 4, true)
    crc =
      at(t7, low) ^
      at(t6, low >>> 8) ^
      at(t5, low >>> 16) ^
      at(t4, low >>> 24) ^
      at(t3, high) ^
      at(t2, high >>> 8) ^
      at(t1, high >>> 16) ^
      at(t0, high >>> 24)
  }
  for (; i < bytes.length; i++) crc = at(t0, crc ^ view.getUint8(i)) ^ (crc >>> 8)
  return ~crc >>> 0
}

type CrcTables = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]

function makeCrcTables(): CrcTables {
  const first = Int32Array.from({ length: 256 }, (_, n) => {
    let crc = n
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
    return crc
  })
  const next = (table: Int32Array) => table.map((crc) => (first[crc & 255] as number) ^ (crc >>> 8))
  const tables = [first]
  for (let k = 1; k < 8; k++) tables.push(next(tables[k - 1] as Int32Array))
  return tables as CrcTables
}

const ADLER_MODULUS = 65_521
/** So few bytes that neither sum leaves 31 bits between two reductions. */
const ADLER_STEP = 2048

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

/** The checksum of two pieces put together, from those of each: `length` is the second one's, in bytes. */
export function combineAdler32(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16]
  const [a2, b2] = [second & 0xffff, second >>> 16]
  const a = (a1 + a2 - 1 + ADLER_MODULUS) % ADLER_MODULUS
  // every byte of the second piece adds the first one's sum once more
  const b = (b1 + b2 + ((a1 - 1 + ADLER_MODULUS) % ADLER_MODULUS) * (length % ADLER_MODULUS)) % ADLER_MODULUS
  return ((b << 16) | a) >>> 0
}
