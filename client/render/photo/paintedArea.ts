import type { Rect } from '#client/kit/base/geometry.ts'
import { expandRect, intersection } from '#client/kit/base/rect.ts'
import { blurReach } from '#shaders/blur/plan.ts'
import { matteBox, matteParts } from '../matting/separation.ts'
import type { BranchPicture } from './branches.ts'

/** Returns how far a branch's blur reads, photo px. `texel`: photo px per texel. */
export const blurRadius = ({ branch }: Pick<BranchPicture, 'branch'>, texel: number): number =>
  blurReach(branch.set.blur / texel) * texel

/**
 * Returns the bounds (photo px) that a branch paints: the subject's box plus the reach of blur and linear filtering, or
 * the whole photo. Null for an empty matte. `texel`: photo px per texel.
 */
export function paintedArea(picture: BranchPicture, texel: number): Rect | null {
  const { photo, matte, branch } = picture
  const whole = { x: 0, y: 0, width: photo.width, height: photo.height }
  if (branch.role !== 'SUBJECT' || !matte) return whole
  const box = matteBox(matte)
  return box && intersection(whole, expandRect(box, reachOf(picture, texel)))
}

/**
 * Returns disjoint rectangles (photo px) that contain everything that a branch paints. Shared edges are whole px, so
 * that every px is painted once.
 */
export function paintedParts(picture: BranchPicture, texel: number): Rect[] {
  const area = paintedArea(picture, texel)
  const { matte, branch } = picture
  if (!area || branch.role !== 'SUBJECT' || !matte) return area ? [area] : []
  return matteParts(matte, reachOf(picture, texel)).flatMap((part) => intersection(area, part) ?? [])
}

/** Returns how far blur and linear filtering paint beyond the matte, photo px. */
const reachOf = (picture: BranchPicture, texel: number) => blurRadius(picture, texel) + 2 * texel
