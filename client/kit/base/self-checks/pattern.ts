import type { Size } from '../geometry.ts'

/** Size of the test pattern, px. */
export const PATTERN_SIZE: Size = { width: 64, height: 64 }

/**
 * Returns the test pattern that self-checks decode and draw: straight RGBA, every alpha value under many colours, no
 * two neighbouring pixels equal (so that added noise shows). With `isOpaque` alpha is 255 everywhere.
 */
export function pattern(isOpaque = false): Uint8ClampedArray<ArrayBuffer> {
  const pixels = PATTERN_SIZE.width * PATTERN_SIZE.height
  const rgba = new Uint8ClampedArray(4 * pixels)
  for (let i = 0; i < pixels; i++)
    rgba.set([(i * 37 + 11) & 255, (i * 91 + 5) & 255, (i * 151 + (i >> 6)) & 255, isOpaque ? 255 : i & 255], 4 * i)
  return rgba
}

/** Returns true when both arrays have the same length and elements; false when `a` is null. */
export const isSame = (a: ArrayLike<number> | null, b: ArrayLike<number>): boolean =>
  a?.length === b.length && Array.prototype.every.call(a, (value, i) => value === b[i])
