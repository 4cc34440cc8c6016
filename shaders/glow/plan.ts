/** Plans the passes of the glow's Gaussian, and its reach. */
import { gaussianWeights, halvingsOf } from '../blur/plan.ts'

/** Maximum number of taps per side. A σ of 4 texels of the level needs this number. */
export const MAX_TAPS = 12

/** Plan of a Gaussian: halvings, then a separable kernel on the smaller level. */
export interface GlowPlan {
  /** Number of halvings before the Gaussian. */
  level: number
  /** Number of the kernel's taps on each side of its center, one per texel of the level. */
  taps: number
  /** Weights from the center outward. The center and both sides add up to 1. */
  weights: readonly number[]
  /** Radius of influence, texels of full size. */
  reach: number
}

/** Plans the glow's Gaussian: number of halvings, and weights. `sigma`: standard deviation, texels of full size. */
export function planGlow(sigma: number): GlowPlan {
  const { halvings: level, variance: left } = halvingsOf(sigma)
  const variance = Math.max(left, 1e-4)
  const taps = Math.min(Math.ceil(3 * Math.sqrt(variance)), MAX_TAPS)
  const reach = level > 0 ? Math.ceil(2 ** level * (taps + 3.5)) : taps
  return { level, taps, weights: [...gaussianWeights(variance, taps)], reach }
}
