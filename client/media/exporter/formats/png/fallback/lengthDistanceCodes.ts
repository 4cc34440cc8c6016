/** Symbols of match lengths and distances (RFC 1951, 3.2.5). */
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]

/** A symbol and the `extraBits` bits with the value `extra` after it. Length symbols start at 257, distances at 0. */
export interface SymbolWithExtraBits {
  symbol: number
  extra: number
  extraBits: number
}

/** Returns the symbol of a match length. `length`: 3..258. */
export function lengthSymbol(length: number): SymbolWithExtraBits {
  const index = LENGTH_BASE.findLastIndex((base) => base <= length)
  const extraBits = lengthExtraBits(257 + index)
  return { symbol: 257 + index, extra: length - (LENGTH_BASE[index] as number), extraBits }
}

/** Returns the number of extra bits of a length symbol. `symbol`: 257..285. */
export function lengthExtraBits(symbol: number): number {
  return symbol < 265 || symbol === 285 ? 0 : ((symbol - 257) >> 2) - 1
}

/** Returns the symbol of a match distance; there are two symbols per power of two. `distance`: 1..32768. */
export function distanceSymbol(distance: number): SymbolWithExtraBits {
  const extraBits = distanceExtraBits(distance)
  const symbol = distance > 4 ? 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1) : distance - 1
  return { symbol, extra: (distance - 1) & ((1 << extraBits) - 1), extraBits }
}

/** Returns the number of extra bits of a distance. */
export const distanceExtraBits = (distance: number) => (distance > 4 ? 30 - Math.clz32(distance - 1) : 0)
