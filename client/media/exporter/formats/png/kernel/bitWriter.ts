/** Writes bits into memory, least significant bit first (RFC 1951, 3.1.1). */
import { lengthExtraBits } from './huffman'
import { distanceExtraBits, distanceSymbol } from './lz77'
import { DISTANCE_CODES, LENGTH_BASES, LENGTH_SYMBOLS, LITERAL_CODES, TOKENS } from './memoryLayout'

/** Address of the next byte. The next two variables are the pending bits and their number. */
let out: i32 = 0
let bits: u64 = 0
let bitCount: u64 = 0

/** Sets the address of the next written bits. Discards the pending bits of an incomplete byte. */
export function startBitWriter(address: i32): void {
  out = address
  bits = 0
  bitCount = 0
}

/** Writes the lowest `count` bits of `value`. `count` is at most 16. */
export function putBits(value: i32, count: i32): void {
  bits |= (<u64>value) << bitCount
  bitCount += count
  store<u64>(out, bits)
  out += <i32>(bitCount >> 3)
  bits >>= bitCount & 56
  bitCount &= 7
}

/** Writes the pending bits of an incomplete byte, padded with zeros. Returns the address after the last byte. */
export function flushByte(): i32 {
  if (bitCount) putBits(0, 8 - <i32>bitCount)
  return out
}

/**
 * Writes the block that was parsed last, with the Huffman codes in the tables. `from`: address of the block's first
 * byte. `tokens`: number of tokens. Four literals, or one match, fit into 56 bits.
 */
export function writeTokens(from: i32, tokens: i32): void {
  let o = out
  let b = bits
  let n = bitCount
  let at = from
  for (let t = TOKENS; t < TOKENS + 8 * tokens; t += 8) {
    const stop = at + load<i32>(t)
    for (; at + 4 <= stop; at += 4) {
      const p = codeOf(at)
      const q = codeOf(at + 1)
      const r = codeOf(at + 2)
      const s = codeOf(at + 3)
      b |= (<u64>(p >> 4)) << n
      n += p & 15
      b |= (<u64>(q >> 4)) << n
      n += q & 15
      b |= (<u64>(r >> 4)) << n
      n += r & 15
      b |= (<u64>(s >> 4)) << n
      n += s & 15
      store<u64>(o, b)
      o += <i32>(n >> 3)
      b >>= n & 56
      n &= 7
    }
    for (; at < stop; at++) {
      const code = codeOf(at)
      b |= (<u64>(code >> 4)) << n
      n += code & 15
    }
    store<u64>(o, b)
    o += <i32>(n >> 3)
    b >>= n & 56
    n &= 7
    const match = load<i32>(t, 4)
    if (!match) continue
    const length = match & 511
    const lengthSymbol = <i32>load<u8>(LENGTH_SYMBOLS + length)
    const lengthCode = load<u32>(LITERAL_CODES + 4 * (257 + lengthSymbol))
    b |= (<u64>(lengthCode >> 4)) << n
    n += lengthCode & 15
    b |= (<u64>(length - <i32>load<u16>(LENGTH_BASES + 2 * lengthSymbol))) << n
    n += lengthExtraBits(lengthSymbol)
    const distance = match >> 9
    const distanceCode = load<u32>(DISTANCE_CODES + 4 * distanceSymbol(distance))
    const extra = distanceExtraBits(distance)
    b |= (<u64>(distanceCode >> 4)) << n
    n += distanceCode & 15
    b |= (<u64>((distance - 1) & ((1 << extra) - 1))) << n
    n += extra
    store<u64>(o, b)
    o += <i32>(n >> 3)
    b >>= n & 56
    n &= 7
    at += length
  }
  out = o
  bits = b
  bitCount = n
}

function codeOf(at: i32): u32 {
  return load<u32>(LITERAL_CODES + 4 * <i32>load<u8>(at))
}
