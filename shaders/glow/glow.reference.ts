import { ALPHA_CUTOFF, GLOW_GAIN } from './glow.ts'

/**
 * Twin of the glow: one exact Gaussian without a pyramid. `alpha`: the layer's alpha, 0..1, row-major, 0 outside the
 * array. `sigma`: standard deviation, texels. Returns the glow's straight alpha, 0..1.
 */
export function glowReference(
  alpha: ArrayLike<number>,
  width: number,
  height: number,
  sigma: number,
  gain = GLOW_GAIN,
): Float64Array {
  const across = blurred(alpha, width, height, sigma, 1, 0)
  const both = blurred(across, width, height, sigma, 0, 1)
  return both.map((value) => 1 - (1 - Math.max(value - ALPHA_CUTOFF, 0) / (1 - ALPHA_CUTOFF)) ** gain)
}

function blurred(values: ArrayLike<number>, width: number, height: number, sigma: number, dx: number, dy: number) {
  const taps = Math.ceil(5 * sigma)
  const weights = Array.from({ length: 2 * taps + 1 }, (_, i) => Math.exp(-((i - taps) ** 2) / (2 * sigma * sigma)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const out = new Float64Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let i = -taps; i <= taps; i++) {
        const column = x + i * dx
        const row = y + i * dy
        if (column < 0 || column >= width || row < 0 || row >= height) continue
        const at = y * width + x
        out[at] = (out[at] ?? 0) + ((weights[i + taps] ?? 0) / sum) * (values[row * width + column] ?? 0)
      }
  return out
}
