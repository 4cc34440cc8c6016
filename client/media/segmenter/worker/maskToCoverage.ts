/** Upscales a network's mask to coverage bytes at the photo's size. */
import type { Size } from '../../../kit/base/geometry.ts'
import { CUBIC, planTaps, resampleColumn, resampleRows } from './resample.ts'

/**
 * A mask with a lower maximum shows no subject. Measured with U2-NetP: plain colours, gradients, noise, grass, gravel
 * and stars peak at 0.26 or less; of 75 photos with a subject the faintest peaks at 0.34.
 */
const MIN_PEAK = 0.3

/**
 * Gain about 0.5: sharpens the soft edge of an upscaled mask.
 * Measured on 68 photos with masks: mean absolute error 0.0449 → 0.0409 and 0.0478 → 0.0468, overlap unchanged.
 */
const CONTRAST = 1.3

/**
 * Returns one coverage byte per px of `to`, row-major; null when the mask shows no subject. `mask`: [from.height,
 * from.width], 0..1.
 */
export function maskToCoverage(mask: Float32Array, from: Size, to: Size): Uint8Array<ArrayBuffer> | null {
  const lowest = mask.reduce((a, b) => Math.min(a, b))
  const peak = mask.reduce((a, b) => Math.max(a, b))
  if (peak < MIN_PEAK) return null

  // stretched to the full range, as U-2-Net's authors do, then the contrast; both in one line v → scale·v + offset
  const scale = (255 * CONTRAST) / (peak - lowest)
  const offset = 127.5 * (1 - CONTRAST) - lowest * scale

  const horizontal = resampleRows(mask, from.height, 1, from.width, planTaps(from.width, to.width, CUBIC))
  const taps = planTaps(from.height, to.height, CUBIC)
  const row = new Float32Array(to.width)
  const coverage = new Uint8ClampedArray(to.width * to.height) // rounds and clamps as it is written
  for (let y = 0; y < to.height; y++) {
    resampleColumn(horizontal, to.width, y, taps, row)
    for (let x = 0, at = y * to.width; x < to.width; x++, at++) coverage[at] = (row[x] ?? 0) * scale + offset
  }
  return new Uint8Array(coverage.buffer)
}
