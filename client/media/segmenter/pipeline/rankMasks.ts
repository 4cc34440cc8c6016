/** Orders SAM's masks for a prompt by a user. */
import type { Size } from '../../../kit/base/geometry.ts'
import { cropToGrid } from './letterbox.ts'
import { countAbove, type DecodedMasks, MAX_AREA_FRACTION } from './maskCandidates.ts'
import type { Plane } from './plane.ts'

/** Logits on the mask grid with SAM's predicted IoU, 0..1. */
export type ScoredMask = Plane & { predictedIou: number }

/**
 * Returns the masks of one decode, best first. SAM's first mask is for boxes and for several points. The other three
 * are the part, the object and the whole for a single point; they are ordered by predicted IoU. Masks that cover the
 * whole photo are omitted unless all do. `points`: number of points in the prompt.
 */
export function rankMasks({ masks, predictedIou }: DecodedMasks, points: number, grid: Size): ScoredMask[] {
  const size = masks.length / predictedIou.length
  const all = [...predictedIou].map((estimate, i) => ({
    ...cropToGrid(masks.subarray(i * size, (i + 1) * size), grid),
    predictedIou: Math.min(1, estimate),
  }))
  const [first, ...rest] = all
  const ranked = rest.sort((a, b) => b.predictedIou - a.predictedIou)
  const ranking = points === 1 || !first ? ranked : [first, ...ranked]
  const plausible = ranking.filter((mask) => countAbove(mask, 0) <= MAX_AREA_FRACTION * mask.values.length)
  return plausible.length > 0 ? plausible : ranking
}
