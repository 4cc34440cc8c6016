/** Reference of shadow.frag and its mip levels for tests: one output pixel, premultiplied 0..1. */
import { type Picture, pictureOf, spline, texelAt } from '../lib/testing.ts'
import type { ShadowUniforms } from './plan.ts'

/** Returns all mip levels of a square silhouette (side = a power of two), each by averaging 2 × 2 texels. */
export function mipLevels(silhouette: Picture): Picture[] {
  const levels = [silhouette]
  for (let [side, fine] = [silhouette.width / 2, silhouette]; side >= 1; side /= 2) {
    const finer = fine
    const sumOf = (x: number, y: number) => texelAt(finer, x, y) + texelAt(finer, x + 1, y)
    fine = pictureOf({ width: side, height: side }, 1, (x, y) => (sumOf(2 * x, 2 * y) + sumOf(2 * x, 2 * y + 1)) / 4)
    levels.push(fine)
  }
  return levels
}

/** Returns the cubic B-spline at a level. `x` and `y` are in texels of level 0, with texel centers at halves. */
function splineAt(levels: readonly Picture[], x: number, y: number, index: number): number {
  const level = levels[Math.min(index, levels.length - 1)]
  return (level && spline(level, x / 2 ** index, y / 2 ** index)[0]) ?? 0
}

function coverageAt(levels: readonly Picture[], x: number, y: number, sigma: number): number {
  const side = levels[0]?.width ?? 0
  if (x < 0 || y < 0 || x > side || y > side) return 0
  const level = Math.max(0, 0.5 * Math.log2((12 * sigma * sigma + 1) / 5))
  const below = Math.floor(level)
  const part = level - below
  return (1 - part) * splineAt(levels, x, y, below) + part * splineAt(levels, x, y, below + 1)
}

/**
 * Returns the shadow's pixel whose center is at (x, y), output px from the document's origin: premultiplied RGBA, 0..1.
 */
export function shadowPixel(levels: readonly Picture[], uniforms: ShadowUniforms, x: number, y: number): number[] {
  const { uShift, uAlong, uDown, uSigma, uHeight, uOpacity, uContact, uContactPlace, uInk } = uniforms
  const sigma = Math.max(uSigma[0], uSigma[1] + uSigma[2] * y)
  const at = [0, 1].map((i) => x * (uAlong[i] ?? 0) + y * (uDown[i] ?? 0) + (uShift[i] ?? 0))
  const height = Math.min(1, Math.max(0, uHeight[0] + uHeight[1] * y))
  const fade = 1 - height * height * (3 - 2 * height)
  let alpha = uOpacity * fade * coverageAt(levels, at[0] ?? 0, at[1] ?? 0, sigma)
  const [strength, row, half, softness] = uContact
  if (strength > 0) {
    const line = Math.max(0, 1 - ((y - row) / half) ** 2) ** 3
    const [left, top, across, along] = uContactPlace
    const touching = coverageAt(levels, left + x * across, top + x * along, softness)
    alpha = 1 - (1 - alpha) * (1 - strength * line * touching)
  }
  return [...uInk.map((channel) => channel * alpha), alpha]
}
