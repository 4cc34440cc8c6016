import { type Size, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { boxMean } from '#client/kit/pixels/boxMean.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { LUMA } from '../lib/color.ts'

/** Longer side of the small copy that the tone mask is computed from, px. */
export const MASK_SIDE = 512
const RADIUS = 16
/** ε of the self-guided filter, which mostly smooths areas with a luma variance below ε. */
const EPSILON = 0.01

/** Smoothed luma as a line per pixel: slope × luma + intercept. */
export interface ToneMask {
  width: number
  height: number
  /** Two floats per pixel, row-major: slope and intercept. */
  plane: Float32Array<ArrayBuffer>
}

/**
 * Returns the tone mask of a photo: an edge-preserving low-pass of its luma on a copy of at most MASK_SIDE px, so that
 * Shadows and Highlights change whole regions without halos. Self-guided filter (He and Sun 2015, "Fast Guided
 * Filter"). `rgba`: straight bytes in `space`, row-major.
 */
export function toneMask(rgba: ArrayLike<number>, width: number, height: number, space: ColorSpace = 'srgb'): ToneMask {
  const size = sizeWithin({ width, height }, MASK_SIDE)
  const luma = smallLuma(rgba, { width, height }, size, LUMA[space])
  const mean = boxMean(luma, size, RADIUS, 'clip')
  const square = boxMean(
    luma.map((y) => y * y),
    size,
    RADIUS,
    'clip',
  )
  const slope = new Float32Array(luma.length)
  const intercept = new Float32Array(luma.length)
  for (let i = 0; i < luma.length; i++) {
    const m = mean[i] ?? 0
    const variance = Math.max(0, (square[i] ?? 0) - m * m)
    const a = variance / (variance + EPSILON)
    slope[i] = a
    intercept[i] = m * (1 - a)
  }
  const slopes = boxMean(slope, size, RADIUS, 'clip')
  const intercepts = boxMean(intercept, size, RADIUS, 'clip')
  const plane = new Float32Array(luma.length * 2)
  for (let i = 0; i < luma.length; i++) {
    plane[i * 2] = slopes[i] ?? 0
    plane[i * 2 + 1] = intercepts[i] ?? 0
  }
  return { ...size, plane }
}

/** Returns encoded luma 0..1. Fully transparent areas get the luma of mid-gray, because they have no visible color. */
function smallLuma(
  rgba: ArrayLike<number>,
  { width, height }: Size,
  { width: columns, height: rows }: Size,
  [red, green, blue]: (typeof LUMA)[ColorSpace],
) {
  const out = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows)
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows))
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * width) / columns)
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns))
      let sum = 0
      let weight = 0
      for (let y = top; y < bottom; y++)
        for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
          const alpha = rgba[at + 3] ?? 0
          sum += alpha * (red * (rgba[at] ?? 0) + green * (rgba[at + 1] ?? 0) + blue * (rgba[at + 2] ?? 0))
          weight += alpha
        }
      out[row * columns + column] = weight > 0 ? sum / weight / 255 : 0.5
    }
  }
  return out
}
