/** Twin of luma-low-pass.frag in double precision: encoded luma 0..1 and its weights → the mix of its two low-passed bands. */
import { gaussian } from '../blur/plan.ts'

const FINE_SHARE = 0.7

/**
 * CPU version of luma-low-pass.frag for tests. `luma`: encoded, 0..1, row-major, weighted by `alpha`, 0..1. Returns 0.7
 * of a fine and 0.3 of a coarse Gaussian mean. Borders repeat; without weight the result is 0. `fineSigma`: standard
 * deviation of the fine mean, px; the coarse one's is four times as large.
 */
export function lowPassed(
  luma: readonly number[],
  alpha: readonly number[],
  width: number,
  height: number,
  fineSigma: number,
): Float64Array {
  const product = luma.map((value, i) => value * (alpha[i] ?? 0))
  const band = (sigma: number) => {
    const weights = blurred(alpha, width, height, gaussian(sigma))
    return blurred(product, width, height, gaussian(sigma)).map((value, i) => value / Math.max(weights[i] ?? 0, 1e-5))
  }
  const fine = band(fineSigma)
  const coarse = band(4 * fineSigma)
  return fine.map((value, i) => FINE_SHARE * value + (1 - FINE_SHARE) * (coarse[i] ?? 0))
}

/** Separable, borders repeated. `weights`: middle first. */
function blurred(source: ArrayLike<number>, width: number, height: number, weights: Float64Array): Float64Array {
  const clampTo = (at: number, length: number) => Math.min(length - 1, Math.max(0, at))
  const pass = (from: ArrayLike<number>, stepX: number, stepY: number) => {
    const to = new Float64Array(width * height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let sum = 0
        for (let i = 1 - weights.length; i < weights.length; i++) {
          const at = clampTo(y + i * stepY, height) * width + clampTo(x + i * stepX, width)
          sum += (from[at] ?? 0) * (weights[Math.abs(i)] ?? 0)
        }
        to[y * width + x] = sum
      }
    return to
  }
  return pass(pass(source, 1, 0), 0, 1)
}
