/**
 * Encoding of distance fields (texture format `r16sint`). A texel is a signed 16-bit integer in units of 1/64 texel:
 * the distance from the texel's center to the contour where coverage is one half. The distance is negative inside the
 * shape, and ±FAR beyond the range.
 */

/** Field units per texel. 1/64 texel is below the resolution of an 8-bit edge. */
export const UNITS_PER_TEXEL = 64

/** Maximum distance in a field, texels. */
export const MAX_RANGE = 511

/** Maximum offset along one axis, field units. Sums of two squares are below 2³¹, the limit of shader integers. */
export const MAX_OFFSET = MAX_RANGE * UNITS_PER_TEXEL

/** Field value of a texel beyond the range: FAR outside the shape, −FAR inside. */
export const FAR = 32767

/** Value of the x offset where no contour is near the texel. */
export const NO_SEED = -32768

/** Minimum coverage byte inside the shape: the first above half of 255. */
export const INSIDE = 128

/** One coverage byte per texel, row-major from the top left. 0 is outside the shape, 255 is covered. */
export interface CoverageTexels {
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Steps of two more jumps after the flood, texels. These jumps reduced the largest measured error from 0.15 to 0.07
 * texels.
 */
export const EXTRA_JUMPS = [2, 1] as const

/**
 * Returns the number of texels around a window that a field of this range (texels) may depend on. A window computed
 * with this border equals the whole field bit by bit.
 */
export function distanceApron(range: number): number {
  return 2 * firstJump(range) + 6
}

/**
 * Returns the step of the first jump, in texels: the smallest power of two that makes all jumps span `range` texels and
 * the seeds' own offsets.
 */
export function firstJump(range: number): number {
  let k = 1
  while (2 * k - 1 < range + 2) k *= 2
  return k
}
