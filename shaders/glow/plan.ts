/** Plans the passes of the glow's Gaussian, and its reach. */
import { gaussianWeights } from '../blur/plan.ts'

/** Maximum σ of a level, texels. A larger σ uses the next level. */
const COARSEST = 2

/** Maximum number of taps per side, reached at the finest level where σ is 2 × COARSEST texels. */
export const MAX_TAPS = 12

/** Plan of a Gaussian: halvings, then a separable kernel on the smaller level. */
export interface GlowPlan {
  /** halvings before the Gaussian */
  level: number
  /** number of taps per side of the kernel, in texels of the level */
  taps: number
  /** Weights from the centre outwards. The centre and both sides add up to 1. */
  weights: readonly number[]
  /** radius of influence, texels of full size */
  reach: number
}

/** Plans the glow's Gaussian: number of halvings, and weights. `sigma`: standard deviation, texels of full size. */
export function planGlow(sigma: number): GlowPlan {
  let level = 0
  while (sigma / 2 ** (level + 1) >= COARSEST) level++
  const scale = 2 ** level
  // Each halving adds 3/4 of a source texel², the B-spline 1/3 of a level texel².
  const added = level > 0 ? (1 - 4 ** -level) / 4 + 1 / 3 : 0
  const variance = Math.max((sigma / scale) ** 2 - added, 1e-4)
  const taps = Math.min(Math.ceil(3 * Math.sqrt(variance)), MAX_TAPS)
  const reach = level > 0 ? Math.ceil(scale * (taps + 3.5)) : taps
  return { level, taps, weights: [...gaussianWeights(variance, taps)], reach }
}
