/** Plans the passes of the glow's Gaussian, and its reach. Pure. */

/** Above this σ, in texels of its level, the next level is coarse enough. */
const COARSEST = 2

/**
 * The largest number of taps to each side of the Gaussian: reached at the finest level where σ is 2 × COARSEST texels.
 */
export const MAX_TAPS = 12

/** How a Gaussian is computed: halvings, then a separable kernel on the smaller level. */
export interface BlurPlan {
  /** Halvings before the Gaussian. */
  level: number
  /** Taps to each side, on the level. */
  taps: number
  /** From the middle outwards; middle + 2 × the rest = 1. */
  weights: readonly number[]
  /** Texels of full size around a texel that can change it. */
  reach: number
}

/**
 * Plans the glow's Gaussian: how often the alpha is halved, and the weights there. `sigma`: standard deviation, texels
 * of full size.
 */
export function planBlur(sigma: number): BlurPlan {
  let level = 0
  while (sigma / 2 ** (level + 1) >= COARSEST) level++
  const scale = 2 ** level
  // halving adds 3/4 of its source texels squared each time, the B-spline 1/3 of a level texel squared
  const added = level > 0 ? (1 - 4 ** -level) / 4 + 1 / 3 : 0
  const variance = Math.max((sigma / scale) ** 2 - added, 1e-4)
  const taps = Math.min(Math.ceil(3 * Math.sqrt(variance)), MAX_TAPS)
  const raw = Array.from({ length: taps + 1 }, (_, i) => Math.exp((-i * i) / (2 * variance)))
  const sum = raw.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0)
  const reach = level > 0 ? Math.ceil(scale * (taps + 3.5)) : taps
  return { level, taps, weights: raw.map((weight) => weight / sum), reach }
}
