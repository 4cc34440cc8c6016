import { dilateSquare } from '#client/kit/pixels/morphology.ts'
import { smoothFill } from '#client/render/inpainting/smoothFill.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import type { MaskToErase } from './erase.ts'

/** Minimum coverage (0..255) of the pixels whose colors are mixed with the object's color. */
const TOUCHED = 5
/** Width (px) of the rim around the mask where colors are mixed with the object's color. */
const RIM = 2

/**
 * Fills a mask with the colors around it, as a placeholder until the background is computed. Doesn't use the colors of
 * the adjacent subject, and doesn't cover the subject. Returns straight RGBA, row-major, transparent outside the mask
 * and its rim. `photo`: downscaled photo of the mask's size, straight RGBA.
 */
export function placeholderFill(
  photo: Uint8ClampedArray,
  { beside, ...mask }: MaskToErase,
): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = mask
  const [core, rim] = [RIM - 1, RIM].map((reach) => dilateSquare(mask.coverage, mask, reach, COVERED))
  const unknown = dilateSquare(mask.coverage, mask, RIM, TOUCHED)
  const pixels = new Uint8Array(photo.filter((_, i) => i % 4 < 3))
  const hole = unknown.map((isUnknown, at) => Number(isUnknown || (beside?.[at] ?? 0) >= TOUCHED))
  const filled = smoothFill({ width, height, pixels, hole: hole.includes(0) ? hole : unknown }, RELAXATIONS)
  const out = new Uint8ClampedArray(4 * width * height)
  for (const [at, isInRim] of rim?.entries() ?? []) {
    if (!isInRim) continue
    const alpha = (core?.[at] ? 1 : 0.5) * (255 - (beside?.[at] ?? 0))
    out.set([...filled.subarray(3 * at, 3 * at + 3), alpha], 4 * at)
  }
  return out
}

/** Relaxations per level of the fill. A larger number would block the main thread for too long. */
const RELAXATIONS = 2
