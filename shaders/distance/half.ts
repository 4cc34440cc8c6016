/** Converts integer fields to half floats, because samplers can filter half floats. */
import { FAR, UNITS_PER_TEXEL } from './encoding.ts'

/**
 * Converts an integer distance field to the bits of IEEE half floats. Their values are distances in texels, clamped to
 * ±range.
 */
export function asHalf(field: Int16Array, range: number): Uint16Array<ArrayBuffer> {
  const out = new Uint16Array(field.length)
  const table = halfTable(range)
  for (let i = 0; i < field.length; i++) {
    const units = field[i] ?? 0
    const magnitude = Math.min(Math.abs(units), range * UNITS_PER_TEXEL)
    out[i] = (table[magnitude] ?? 0) | (units < 0 ? 0x8000 : 0)
  }
  return out
}

/** Returns a table of half-float bits. The index is a distance in 1/64 texel. `range`: maximum distance, texels. */
function halfTable(range: number): Uint16Array {
  const table = new Uint16Array(Math.min(range * UNITS_PER_TEXEL, FAR) + 1)
  for (let units = 0; units < table.length; units++) table[units] = halfBits(units / UNITS_PER_TEXEL)
  return table
}

/** Returns the half-float bits of a number from 0 to 65504, rounded to nearest. */
export function halfBits(value: number): number {
  if (value === 0) return 0
  const exponent = Math.max(Math.floor(Math.log2(value)), -14)
  const mantissa = Math.round((value / 2 ** exponent) * 1024)
  // a subnormal has no implicit leading one; a mantissa that rounds up to 2048 increases the exponent by itself
  return exponent === -14 && mantissa < 1024 ? mantissa : ((exponent + 15) << 10) + mantissa - 1024
}
