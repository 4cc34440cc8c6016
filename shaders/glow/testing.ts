import { convolved } from '../lib/testing.ts'
import { ALPHA_CUTOFF, GLOW_GAIN } from './glow.ts'

/**
 * CPU reference of the glow: one exact Gaussian without a pyramid. `alpha`: the layer's alpha, 0..1, row-major, 0 at
 * the borders. `sigma`: standard deviation, texels. Returns the glow's straight alpha, 0..1.
 */
export function glowReference(
  alpha: ArrayLike<number>,
  width: number,
  height: number,
  sigma: number,
  gain = GLOW_GAIN,
): Float64Array {
  const taps = Math.ceil(5 * sigma)
  const weights = Array.from({ length: taps + 1 }, (_, i) => Math.exp(-(i ** 2) / (2 * sigma * sigma)))
  const sum = weights.reduce((total, weight, i) => total + (i > 0 ? 2 : 1) * weight, 0)
  const { values } = convolved(
    { width, height, channels: 1, values: alpha },
    weights.map((weight) => weight / sum),
  )
  return values.map((value) => 1 - (1 - Math.max(value - ALPHA_CUTOFF, 0) / (1 - ALPHA_CUTOFF)) ** gain)
}
