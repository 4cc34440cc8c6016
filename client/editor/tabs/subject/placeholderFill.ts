import { dilateSquare } from '#client/kit/base/morphology.ts'
import type { GridMask } from '#client/media/segmenter/segmentation.ts'
import { smoothFill } from '#client/render/inpainting/smoothFill.ts'

/** Minimum coverage (0..255) of a pixel that is filled. */
const COVERED = 5
/** Width of the rim around the mask that is also filled, px. The rim's colours contain some of the object's colour. */
const RIM = 2

/**
 * Fills the covered pixels of a reduced photo with the colours around them, as a placeholder until the background is
 * computed. Returns straight RGBA, row-major, transparent outside the hole. `photo`: straight RGBA of the mask's size.
 */
export function placeholderFill(photo: Uint8ClampedArray, mask: GridMask): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = mask
  const hole = dilateSquare(mask.coverage, mask, RIM, COVERED)
  const pixels = new Uint8Array(photo.filter((_, i) => i % 4 < 3))
  const filled = smoothFill({ width, height, pixels, hole }, 0) // relaxations would block the page's thread
  const out = new Uint8ClampedArray(4 * width * height)
  for (const [at, isFilled] of hole.entries())
    if (isFilled) out.set([...filled.subarray(3 * at, 3 * at + 3), 255], 4 * at)
  return out
}
