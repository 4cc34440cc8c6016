/** Eight lookup tables, so that eight bytes are processed per step ("slicing by 8", Kounavis and Berry 2005). */
const CRC_TABLES = makeCrcTables()

/** Returns the CRC-32 of `bytes` as PNG and zlib define it (PNG spec, annex D), an unsigned 32-bit integer. */
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
