/** A known test pattern: how a browser decodes and draws it shows how it treats photos. */
import type { Size } from '../geometry.ts'

/** Contains every alpha under many colours; neighbouring pixels differ, so added noise is detected. */
export const PATTERN_SIZE: Size = { width: 64, height: 64 }

/** Straight RGBA. */
export function pattern(isOpaque = false): Uint8ClampedArray<ArrayBuffer> {
  const pixels = PATTERN_SIZE.width * PATTERN_SIZE.height
  const rgba = new Uint8ClampedArray(4 * pixels)
  for (let i = 0; i < pixels; i++)
    rgba.set([(i * 37 + 11) & 255, (i * 91 + 5) & 255, (i * 151 + (i >> 6)) & 255, isOpaque ? 255 : i & 255], 4 * i)
  return rgba
}

export const isSame = (a: ArrayLike<number> | null, b: ArrayLike<number>): boolean =>
  a?.length === b.length && Array.prototype.every.call(a, (value, i) => value === b[i])
