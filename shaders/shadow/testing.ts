/** Reference of shadow.frag and its mip levels for tests: one output pixel, premultiplied 0..1. */
import type { ShadowUniforms } from './plan.ts'

/** One mip level of a silhouette: a square of coverage, 0..1, row-major. */
export interface Level {
  side: number
  values: Float32Array
}

/** Returns all mip levels of a square silhouette (side = a power of two), each by averaging 2 × 2 texels. */
export function mipLevels(first: Level): Level[] {
  const levels = [first]
  for (let before = first; before.side > 1; ) {
    const side = before.side / 2
    const values = new Float32Array(side * side)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const at = 2 * y * before.side + 2 * x
        const sum = [0, 1, before.side, before.side + 1].reduce((all, step) => all + (before.values[at + step] ?? 0), 0)
        values[y * side + x] = sum / 4
      }
    before = { side, values }
    levels.push(before)
  }
  return levels
}

const weightsAt = (f: number): readonly number[] => [
  (1 - f) ** 3 / 6,
  (4 - 6 * f ** 2 + 3 * f ** 3) / 6,
  (1 + 3 * f + 3 * f ** 2 - 3 * f ** 3) / 6,
  f ** 3 / 6,
]

/** Cubic B-spline at a level; x and y in texels of level 0, texel centres at halves. */
function splineAt(levels: readonly Level[], x: number, y: number, index: number): number {
  const level = levels[Math.min(index, levels.length - 1)]
  if (!level) return 0
  const { side, values } = level
  const size = 2 ** index
  const [placeX, placeY] = [x / size - 0.5, y / size - 0.5]
  const [left, top] = [Math.floor(placeX), Math.floor(placeY)]
  const clamped = (at: number) => Math.min(Math.max(at, 0), side - 1)
  const [across, along] = [weightsAt(placeX - left), weightsAt(placeY - top)]
  let sum = 0
  along.forEach((down, j) => {
    across.forEach((right, i) => {
      sum += down * right * (values[clamped(top + j - 1) * side + clamped(left + i - 1)] ?? 0)
    })
  })
  return sum
}

function coverageAt(levels: readonly Level[], x: number, y: number, sigma: number): number {
  const side = levels[0]?.side ?? 0
  if (x < 0 || y < 0 || x > side || y > side) return 0
  const level = Math.max(0, 0.5 * Math.log2((12 * sigma * sigma + 1) / 5))
  const below = Math.floor(level)
  const part = level - below
  return (1 - part) * splineAt(levels, x, y, below) + part * splineAt(levels, x, y, below + 1)
}

/** Returns the shadow's pixel whose centre is at (x, y), output px from the document's origin: premultiplied RGBA, 0..1. */
export function shadowPixel(levels: readonly Level[], uniforms: ShadowUniforms, x: number, y: number): number[] {
  const { uShift, uAlong, uDown, uSigma, uOpacity, uContact, uContactPlace, uInk } = uniforms
  const sigma = Math.max(uSigma[0], uSigma[1] + uSigma[2] * y)
  const at = [0, 1].map((i) => x * (uAlong[i] ?? 0) + y * (uDown[i] ?? 0) + (uShift[i] ?? 0))
  let alpha = uOpacity * coverageAt(levels, at[0] ?? 0, at[1] ?? 0, sigma)
  const [strength, row, half, softness] = uContact
  if (strength > 0) {
    const line = Math.max(0, 1 - ((y - row) / half) ** 2) ** 3
    const [left, top, across, along] = uContactPlace
    const touching = coverageAt(levels, left + x * across, top + x * along, softness)
    alpha = 1 - (1 - alpha) * (1 - strength * line * touching)
  }
  return [...uInk.map((channel) => channel * alpha), alpha]
}
