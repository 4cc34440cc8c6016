/** The alphabets of DEFLATE (RFC 1951, 3.2.5): how lengths and distances are said. */
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]

/** Symbols count from 257 on for lengths, from 0 for distances; `extra` is sent in `extraBits` bits behind the symbol. */
export interface Spelling {
  symbol: number
  extra: number
  extraBits: number
}

export function spellLength(length: number): Spelling {
  const index = LENGTH_BASE.findLastIndex((base) => base <= length)
  const extraBits = lengthExtraBits(257 + index)
  return { symbol: 257 + index, extra: length - (LENGTH_BASE[index] as number), extraBits }
}

export function lengthExtraBits(symbol: number): number {
  return symbol < 265 || symbol === 285 ? 0 : ((symbol - 257) >> 2) - 1
}

/** Two symbols per power of two. */
export function spellDistance(distance: number): Spelling {
  const extraBits = distanceExtraBits(distance)
  const symbol = distance > 4 ? 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1) : distance - 1
  return { symbol, extra: (distance - 1) & ((1 << extraBits) - 1), extraBits }
}

export const distanceExtraBits = (distance: number) => (distance > 4 ? 30 - Math.clz32(distance - 1) : 0)
