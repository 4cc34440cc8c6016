/**
 * Plans a Gaussian blur of any width at low cost. The image is halved until the kernel is small, then blurred, and read
 * with a cubic B-spline. The variances of halving and spline are subtracted from the kernel's variance, so the width is
 * continuous.
 */
export interface BlurPlan {
  /** Number of halvings before the blur. */
  halvings: number
  /** Weights of the symmetric kernel after the halvings: the center, then one side. */
  weights: Float64Array
}

/** Minimum sigma after halving, texels. */
const SMALLEST_SIGMA = 2
const MAX_HALVINGS = 3
/** Maximum number of weights of a blur plan: the center and one side. */
export const MAX_WEIGHTS = 17
/**
 * Maximum standard deviation of a plan, texels: 5 after three halvings. For a wider blur, the caller passes a smaller
 * image.
 */
export const MAX_SIGMA = 5 * 2 ** MAX_HALVINGS
/** Standard deviation, texels, below which a blur doesn't change 8-bit colors. */
export const MIN_SIGMA = 0.2

/** Variance of halving with [1, 3, 3, 1] / 8, in texels² of the finer level. */
const HALVING_VARIANCE = 0.75
/** Variance of reading with a cubic B-spline, in texels² of the level. */
const SPLINE_VARIANCE = 1 / 3

/**
 * Plans a Gaussian blur: number of halvings, and kernel weights. `sigma`: standard deviation, texels of the full-size
 * image, at most MAX_SIGMA. `blurReach` returns the reach.
 */
export function planBlur(sigma: number): BlurPlan {
  const { halvings, variance } = halvingsOf(sigma, MAX_HALVINGS)
  return { halvings, weights: gaussian(Math.sqrt(variance)) }
}

/**
 * Returns the kernel weights along one axis of the blur that `planBlur(sigma)` plans. `share`: standard deviation along
 * this axis as a fraction of `sigma`, at most 1. Below about 0.15 after three halvings, the blur is wider than
 * requested, because the halvings alone blur more.
 */
export function axisKernel(sigma: number, share: number): Float64Array {
  const { halvings, variance } = halvingsOf(sigma, MAX_HALVINGS)
  const removed = (1 - share ** 2) * (sigma / 2 ** halvings) ** 2
  return gaussian(Math.sqrt(Math.max(0, variance - removed)))
}

/**
 * Returns the number of halvings before a Gaussian, and the variance left for its kernel, texels² of the small image.
 * `sigma`: standard deviation, texels of the full-size image. `max`: maximum number of halvings.
 */
export function halvingsOf(sigma: number, max = Number.POSITIVE_INFINITY): { halvings: number; variance: number } {
  let halvings = 0
  while (halvings < max && sigma / 2 ** (halvings + 1) >= SMALLEST_SIGMA) halvings++
  const added = halvings > 0 ? (HALVING_VARIANCE / 3) * (1 - 4 ** -halvings) + SPLINE_VARIANCE : 0
  return { halvings, variance: (sigma / 2 ** halvings) ** 2 - added }
}

/**
 * Returns the weights of a Gaussian at 0, 1, 2 … texels, up to 3 sigma (texels): the center, then one side. Center and
 * both sides add up to 1, with variance sigma². Below MIN_SIGMA, returns only the center. Below a sigma of 0.8,
 * sampling loses variance, so a wider Gaussian is sampled instead.
 */
export function gaussian(sigma: number): Float64Array {
  if (sigma < MIN_SIGMA) return Float64Array.of(1)
  const sampled = (wider: number) => gaussianWeights(wider * wider, Math.ceil(3 * sigma))
  let [narrow, wide] = [sigma, sigma + 0.3]
  while (wide - narrow > 1e-6) {
    const middle = (narrow + wide) / 2
    if (varianceOf(sampled(middle)) < sigma * sigma) narrow = middle
    else wide = middle
  }
  return sampled(narrow)
}

/** Returns the weights of a Gaussian at 0 … `taps` texels. Center and both sides add up to 1. `variance`: texels². */
export function gaussianWeights(variance: number, taps: number): Float64Array {
  const weights = Float64Array.from({ length: taps + 1 }, (_, i) => Math.exp((-i * i) / (2 * variance)))
  const sum = weights.reduce((total, weight, i) => total + (i ? 2 : 1) * weight, 0)
  return weights.map((weight) => weight / sum)
}

const varianceOf = (weights: Float64Array): number => weights.reduce((sum, weight, i) => sum + 2 * i * i * weight, 0)

/**
 * Returns how far apart texels of the full-size image can be and still influence each other in a blur, in texels.
 * `sigma`: standard deviation, texels.
 */
export function blurReach(sigma: number): number {
  if (sigma < MIN_SIGMA) return 0
  const { halvings, weights } = planBlur(sigma)
  const texel = 2 ** halvings
  const reading = halvings > 0 ? 3 : 0
  return (weights.length - 1 + reading) * texel + texel
}
