/** Finds frequent colors of an image that clearly differ from each other in OKLab. */
import { hexOf } from '#client/kit/base/color-space/cssColor.ts'
import { distance, okLab } from '#client/kit/base/color-space/okLab.ts'
import type { Hex } from '#client/kit/base/fields.ts'

/** Bits per channel of a histogram bin. */
const BITS = 4
/** Minimum OKLab distance of two colors that look different. */
const LEAST_DISTANCE = 0.05
/** Maximum OKLab distance that raises a color's score. Greater distances count the same. */
const FULL_DISTANCE = 0.3

interface Bin {
  /** Sum of the bin's pixel weights. */
  weight: number
  rgb: [number, number, number]
}

/**
 * Returns at most `count` colors, the most frequent color first. `pixels`: RGBA, 8-bit sRGB; `weights`: one weight ≥
 * 0 per pixel. Each further color maximizes √frequency × distance to the nearest color already selected. The result
 * thus includes a small bright object next to a large plain area.
 */
export function dominantColors(pixels: Uint8ClampedArray, weights: ArrayLike<number>, count: number): Hex[] {
  const colors = [...histogram(pixels, weights).values()].map(({ weight, rgb }) => {
    const mean = rgb.map((sum) => sum / weight) as [number, number, number]
    return { weight, mean, lab: okLab(mean) }
  })
  const chosen: typeof colors = []
  while (chosen.length < count) {
    let [best, bestScore] = [-1, 0]
    for (const [i, { weight, lab }] of colors.entries()) {
      const nearest = Math.min(FULL_DISTANCE, ...chosen.map((other) => distance(lab, other.lab)))
      const score = nearest < LEAST_DISTANCE ? 0 : Math.sqrt(weight) * nearest
      if (score > bestScore) [best, bestScore] = [i, score]
    }
    const next = colors[best]
    if (!next) break
    chosen.push(next)
  }
  return chosen.map(({ mean }) => hexOf(mean))
}

function histogram(pixels: Uint8ClampedArray, weights: ArrayLike<number>): Map<number, Bin> {
  const bins = new Map<number, Bin>()
  for (let i = 0; i < weights.length; i++) {
    const weight = (weights[i] ?? 0) * (pixels[4 * i + 3] ?? 0)
    if (weight <= 0) continue
    const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * i, 4 * i + 3)
    const drop = 8 - BITS
    const key = ((red >> drop) << (2 * BITS)) | ((green >> drop) << BITS) | (blue >> drop)
    const bin = bins.get(key) ?? { weight: 0, rgb: [0, 0, 0] }
    bins.set(key, bin)
    bin.weight += weight
    bin.rgb[0] += weight * red
    bin.rgb[1] += weight * green
    bin.rgb[2] += weight * blue
  }
  return bins
}
