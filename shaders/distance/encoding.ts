/**
 * Encoding of distance fields. A field is one signed 16-bit integer per texel (texture format `r16sint`), in 1/64 of a texel,
 * measured from the texel's centre to the contour where coverage is one half; negative inside, FAR beyond the range.
 */

/** Field units per texel: 1/64 texel is below the resolution of an 8-bit edge. */
export const UNITS_PER_TEXEL = 64

/** Longest distance that fits, in texels. */
export const MAX_RANGE = 511

/** Longest offset along one axis, in units: sums of two squares stay below 2³¹, the limit of shader integers. */
export const MAX_OFFSET = MAX_RANGE * UNITS_PER_TEXEL

/** Outside and farther than the field was asked to measure; −FAR inside. */
export const FAR = 32767

/** First component of a seed offset where no contour is near. */
export const NO_SEED = -32768

/** A texel is inside when its coverage byte reaches this: the first above one half of 255. */
export const INSIDE = 128

/** Coverage: one byte per texel, row-major from the top left, 0 = nothing, 255 = covered. */
export interface Coverage {
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Jumps after the flood: with them the worst error seen fell from 0.15 to 0.07 texels. */
export const EXTRA_JUMPS = [2, 1] as const

/**
 * Texels around a window that a field of this range may depend on: the jumps add up to less than twice the first one,
 * the extra jumps add three and the seeds read three. A window grown by this equals the whole, bit by bit.
 */
export function distanceApron(range: number): number {
  return 2 * firstJump(range) + 6
}

/** The largest power of two whose jumps together (2k − 1) still span `range` and the seeds' own offsets. */
export function firstJump(range: number): number {
  let k = 1
  while (2 * k - 1 < range + 2) k *= 2
  return k
}
