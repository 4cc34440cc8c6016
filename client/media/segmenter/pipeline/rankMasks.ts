/** Which of SAM's drawings answers a pointer. */
import type { Size } from '../../../kit/base/geometry.ts'
import { countAbove, type Drawings, LARGEST_SHARE } from './maskCandidates.ts'
import { cropped } from './letterbox.ts'
import type { Plane } from './plane.ts'

export type Drawing = Plane & { quality: number }

/**
 * What may answer a prompt, the likeliest first. The first of the four is meant for prompts of several points or a box;
 * the others are the part, the thing and the whole that one point may mean, of which SAM's own estimate decides. It is
 * sure of the whole photo at times, which nobody means who points at a place in it: that is left out.
 */
export function drawingsFor({ masks, quality }: Drawings, points: number, grid: Size): Drawing[] {
  const size = masks.length / quality.length
  const all = [...quality].map((estimate, i) => ({
    ...cropped(masks.subarray(i * size, (i + 1) * size), grid),
    quality: Math.min(1, estimate),
  }))
  const [first, ...rest] = all
  const ranked = rest.sort((a, b) => b.quality - a.quality)
  const likely = points === 1 || !first ? ranked : [first, ...ranked]
  const things = likely.filter((drawing) => countAbove(drawing, 0) <= LARGEST_SHARE * drawing.values.length)
  return things.length > 0 ? things : likely
}
