/** Writes the bits of a scan, most significant bit first. Adds a stuffed 0x00 after each byte 0xFF (T.81, B.1.1.5). */

/** Address of the next byte. The next two variables are the pending bits and their number, at most 31. */
let out: i32 = 0
let bits: u64 = 0
let bitCount: i32 = 0

/** Sets the address of the next written bits. Discards pending bits. */
export function startBitWriter(address: i32): void {
  out = address
  bits = 0
  bitCount = 0
}

/** Writes the lowest `count` bits of `value`. Its other bits must be 0. `count` is at most 32. */
export function putBits(value: u32, count: i32): void {
  bits = (bits << (<u64>count)) | <u64>value
  bitCount += count
  if (bitCount < 32) return
  bitCount -= 32
  const word = <u32>(bits >> <u64>bitCount)
  // true if a byte may be 0xFF: its top bit is set, and an added 1 clears this bit
  if (word & 0x80808080 & ~(word + 0x01010101)) {
    for (let shift = 24; shift >= 0; shift -= 8) putByte((word >> shift) & 255)
    return
  }
  store<u32>(out, bswap<u32>(word))
  out += 4
}

/** Fills the last byte with ones (T.81, F.1.2.3) and writes all pending bits. */
export function align(): void {
  const padding = -bitCount & 7
  bits = (bits << (<u64>padding)) | (((<u64>1) << (<u64>padding)) - 1)
  for (bitCount += padding; bitCount > 0; bitCount -= 8) putByte(<u32>(bits >> <u64>(bitCount - 8)) & 255)
}

/** Writes the marker 0xFF `code`. Call `align` before. */
export function putMarker(code: i32): void {
  store<u8>(out, 0xff)
  store<u8>(out, code, 1)
  out += 2
}

/** Returns the address after the last written byte. */
export function writtenTo(): i32 {
  return out
}

function putByte(value: u32): void {
  store<u8>(out++, value)
  if (value === 0xff) store<u8>(out++, 0)
}
