/**
 * Errors of a filled hole against the true pixels. A blurred fill has a low `lowFrequency` error, and a noisy fill a
 * low `texture` error. So judge all three errors together with the contact sheets.
 */

export interface FillErrors {
  /** Mean absolute difference after a Gaussian blur with σ = 6 px, in 8-bit levels. */
  lowFrequency: number
  /** Absolute logarithm of the mean gradient magnitudes' ratio. */
  texture: number
  /** Mean distance between the quantiles of gradient magnitude, in 8-bit levels (Sobel, not normalized). */
  gradients: number
}

export interface Picture {
  width: number
  height: number
  /** RGB bytes, row-major. */
  rgb: Uint8Array
}

const SIGMA = 6
const RADIUS = 24
const QUANTILES = Array.from({ length: 19 }, (_, i) => 0.05 * (i + 1))

export function fillErrors(filled: Picture, truth: Picture, hole: Uint8Array): FillErrors {
  const places = [...hole.keys()].filter((at) => hole[at])
  const [smooth, wanted] = [filled, truth].map(smoothed) as [Float64Array, Float64Array]
  let sum = 0
  for (const at of places)
    for (let c = 0; c < 3; c++) sum += Math.abs((smooth[3 * at + c] ?? 0) - (wanted[3 * at + c] ?? 0))
  const [a, b] = [filled, truth].map((picture) => {
    const magnitudes = gradientMagnitudes(picture)
    return places.map((at) => magnitudes[at] ?? 0).sort((p, q) => p - q)
  }) as [number[], number[]]
  return {
    lowFrequency: sum / (3 * places.length),
    texture: Math.abs(Math.log((mean(a) + 1) / (mean(b) + 1))),
    gradients: mean(QUANTILES.map((q) => Math.abs(quantile(a, q) - quantile(b, q)))),
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns a quantile, interpolated linearly between the two nearest ranks. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0]
  return low + (high - low) * (rank - Math.floor(rank))
}

/** Returns the index reflected at the border, without repeating the border pixel. */
function reflected(at: number, length: number): number {
  if (length === 1) return 0
  const period = 2 * (length - 1)
  const within = ((at % period) + period) % period
  return within < length ? within : period - within
}

function smoothed({ width, height, rgb }: Picture): Float64Array {
  const weights = Array.from({ length: 2 * RADIUS + 1 }, (_, i) => Math.exp(-((i - RADIUS) ** 2) / (2 * SIGMA ** 2)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const pass = (from: ArrayLike<number>, isAcross: boolean) => {
    const out = new Float64Array(from.length)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let i = -RADIUS; i <= RADIUS; i++) {
          const at = isAcross ? y * width + reflected(x + i, width) : reflected(y + i, height) * width + x
          const weight = (weights[i + RADIUS] ?? 0) / total
          for (let c = 0; c < 3; c++)
            out[3 * (y * width + x) + c] = (out[3 * (y * width + x) + c] ?? 0) + weight * (from[3 * at + c] ?? 0)
        }
    return out
  }
  return pass(pass(rgb, true), false)
}

function gradientMagnitudes({ width, height, rgb }: Picture): Float64Array {
  const luma = (x: number, y: number) => {
    const at = 3 * (reflected(y, height) * width + reflected(x, width))
    return 0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0)
  }
  const out = new Float64Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const column = (i: number) => luma(x + i, y - 1) + 2 * luma(x + i, y) + luma(x + i, y + 1)
      const row = (j: number) => luma(x - 1, y + j) + 2 * luma(x, y + j) + luma(x + 1, y + j)
      out[y * width + x] = Math.hypot(column(1) - column(-1), row(1) - row(-1))
    }
  return out
}
