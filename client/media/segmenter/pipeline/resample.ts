import type { Size } from '#client/kit/geometry/geometry.ts'
import { dilateSquare } from '#client/kit/pixels/morphology.ts'
import { clamp } from '#client/kit/values/numbers.ts'

/** A filter for separable resampling with precomputed weights. */
export interface Kernel {
  reach: number // Radius in input samples when input and output have the same size.
  weight(distance: number): number
}

/** Interpolates linearly when enlarging. Averages without ringing when shrinking. */
export const TRIANGLE: Kernel = { reach: 1, weight: (distance) => 1 - Math.abs(distance) }

/**
 * Catmull-Rom. The curve passes through the samples with a continuous slope, so an enlarged edge doesn't show any
 * facets.
 */
export const CUBIC: Kernel = {
  reach: 2,
  weight(distance) {
    const x = Math.abs(distance)
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
  },
}

/** The weights for resampling `n` inputs to `m` outputs along one axis. */
export interface Taps {
  count: number // Number of weights per output position.
  first: Int32Array // Index of the first input per output position.
  weights: Float32Array // Weights by [position][tap]. The weights of a position sum to 1.
}

/**
 * Computes the weights for resampling `from` samples to `to` samples. When shrinking, the kernel is widened to include
 * every input. Positions are pixel centers. Near the edges, the window of inputs is shifted inward.
 */
export function planTaps(from: number, to: number, kernel: Kernel): Taps {
  const step = from / to
  const widen = Math.max(1, step)
  const reach = kernel.reach * widen
  const count = Math.min(from, Math.ceil(2 * reach) + 1)
  const first = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let position = 0; position < to; position++) {
    const center = (position + 0.5) * step - 0.5
    const start = clamp(Math.ceil(center - reach), 0, from - count)
    first[position] = start
    const row = weights.subarray(position * count, (position + 1) * count)
    for (let tap = 0; tap < count; tap++) {
      const distance = (start + tap - center) / widen
      row[tap] = Math.abs(distance) < kernel.reach ? kernel.weight(distance) : 0
    }
    const sum = row.reduce((total, weight) => total + weight, 0)
    for (let tap = 0; tap < count; tap++) row[tap] = (row[tap] ?? 0) / sum
  }
  return { count, first, weights }
}

/** Resamples rows along x. `values`: `height` rows of `from` values. */
export function resampleRows(values: Float32Array, height: number, from: number, taps: Taps): Float32Array {
  const to = taps.first.length
  const out = new Float32Array(to * height)
  let at = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < to; x++) {
      const start = y * from + (taps.first[x] ?? 0)
      let sum = 0
      for (let tap = 0; tap < taps.count; tap++)
        sum += (taps.weights[x * taps.count + tap] ?? 0) * (values[start + tap] ?? 0)
      out[at++] = sum
    }
  return out
}

/** Resamples along y and writes output row `y` into `out`. `values`: rows of `length` values each. */
export function resampleColumn(values: Float32Array, length: number, y: number, taps: Taps, out: Float32Array): void {
  out.fill(0)
  for (let tap = 0; tap < taps.count; tap++) {
    const weight = taps.weights[y * taps.count + tap] ?? 0
    const start = ((taps.first[y] ?? 0) + tap) * length
    if (weight !== 0) for (let x = 0; x < length; x++) out[x] = (out[x] ?? 0) + weight * (values[start + x] ?? 0)
  }
}

/**
 * Minimum peak value of a mask that shows a subject. U2-NetP's masks of plain colors, gradients, noise, grass, gravel
 * and stars have peaks of 0.26 or less. For 75 photos with a subject, the lowest peak is 0.34.
 */
const MIN_PEAK = 0.3

/**
 * Gain around 0.5, which sharpens the soft edge of an upscaled mask. In two measurements on 68 photos with reference
 * masks, the mean absolute error fell from 0.0449 to 0.0409 and from 0.0478 to 0.0468. The overlap did not change.
 */
export const MASK_CONTRAST = 1.3

/**
 * Returns one coverage byte per px of `to`, row-major. Returns null if the mask doesn't show a subject. `mask`:
 * [from.height, from.width].
 */
export function maskToCoverage(mask: Float32Array, from: Size, to: Size): Uint8Array<ArrayBuffer> | null {
  const lowest = mask.reduce((a, b) => Math.min(a, b))
  const peak = mask.reduce((a, b) => Math.max(a, b))
  if (peak < MIN_PEAK) return null

  // Stretches the values to the full range, as U-2-Net's code does, and then adds contrast around 0.5. Both steps
  // together are one linear function: v → scale·v + offset.
  const scale = (255 * MASK_CONTRAST) / (peak - lowest)
  const offset = 127.5 * (1 - MASK_CONTRAST) - lowest * scale

  const narrowed = narrowEdges(mask, from, lowest, peak)
  const horizontal = resampleRows(narrowed, from.height, from.width, planTaps(from.width, to.width, CUBIC))
  const taps = planTaps(from.height, to.height, CUBIC)
  const row = new Float32Array(to.width)
  const coverage = new Uint8ClampedArray(to.width * to.height)
  for (let y = 0; y < to.height; y++) {
    resampleColumn(horizontal, to.width, y, taps, row)
    for (let x = 0, at = y * to.width; x < to.width; x++, at++) coverage[at] = (row[x] ?? 0) * scale + offset
  }
  return new Uint8Array(coverage.buffer)
}

/** Minimum value of pixels that certainly belong to the subject, as a fraction of the mask's range. */
const CERTAIN = 0.9
/** Amount that is subtracted from values near a certain pixel, as a fraction of the mask's range. */
const NARROWING = 0.1
/**
 * Values above this fraction of the range decrease less, and values above CERTAIN don't decrease, so that the subject
 * stays opaque.
 */
const FADE = 0.7
/** Maximum distance of a decreased value from a certain pixel along each axis, px of the mask. */
const REACH = 4

/**
 * Returns the mask with narrower edges. Without this, U2-NetP's steep edges leave a fringe of the background. The soft
 * values of an uncertain part don't change (docs/decisions/0018).
 */
function narrowEdges(mask: Float32Array, size: Size, lowest: number, peak: number): Float32Array {
  const range = peak - lowest
  const stretched = mask.map((value) => (value - lowest) / range)
  const bytes = Uint8Array.from(stretched, (value) => 255 * value)
  const nearCertain = dilateSquare(bytes, size, REACH, 255 * CERTAIN)
  return mask.map((value, at) => {
    const share = clamp((CERTAIN - (stretched[at] ?? 0)) / (CERTAIN - FADE), 0, 1)
    return nearCertain[at] ? value - share * NARROWING * range : value
  })
}
