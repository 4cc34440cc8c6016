/** Which of SAM's drawings answers a pointer. */
import type { Size } from '../../base/geometry.ts'
import type { Drawings } from './candidates.ts'
import { cropped } from './frame.ts'
import type { Plane } from './plane.ts'

/**
 * Which of the four drawings answers a prompt. The first is meant for prompts of several points or a box; the others
 * are the part, the thing and the whole that one point may mean, of which SAM's own estimate decides.
 */
export function bestDrawing({ masks, quality }: Drawings, points: number, grid: Size): Plane & { quality: number } {
  let best = 0
  if (points === 1)
    for (let i = 1; i < quality.length; i++) if (best === 0 || (quality[i] ?? 0) > (quality[best] ?? 0)) best = i
  const size = masks.length / quality.length
  return { ...cropped(masks.subarray(best * size, (best + 1) * size), grid), quality: Math.min(1, quality[best] ?? 0) }
}
