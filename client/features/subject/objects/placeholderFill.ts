import { dilateSquare } from '#client/kit/pixels/morphology.ts'
import { smoothFill } from '#client/render/inpainting/smoothFill.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import type { MaskToErase } from './erase.ts'

/** Minimum coverage (0..255) of pixels whose colors contain some of the object's color. */
const TOUCHED = 5
/** Width of the rim around the mask whose colors contain some of the object's color, px. */
const RIM = 2

/**
 * Fills the mask on a reduced photo with the colors around it, as a placeholder until the background is computed. The
 * colors of the subject next to the mask are not used, and the subject is not covered. Returns straight RGBA,
 * row-major, transparent outside the mask and its rim. `photo`: straight RGBA of the mask's size.
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

/** Relaxations per level of the fill. More would block the page's thread. */
const RELAXATIONS = 2
