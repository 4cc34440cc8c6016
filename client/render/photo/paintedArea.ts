import { blurReach } from '#shaders/blur/plan.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import { grown, overlap } from '../../kit/base/rect.ts'
import { matteBox } from '../matting/matteBox.ts'
import type { BranchPicture } from './BranchPicture.ts'

/** How far a blur reaches at texels of this many photo px; photo px. */
export const blurRadius = ({ branch }: Pick<BranchPicture, 'branch'>, texel: number): number =>
  blurReach(branch.set.blur / texel) * texel

/**
 * Where a branch paints anything, photo px: beside the subject there is nothing, but its edge is spread by the blur
 * and by linear taps. Null where nobody is.
 */
export function paintedArea(picture: BranchPicture, texel: number): Rect | null {
  const { photo, matte, branch } = picture
  const whole = { x: 0, y: 0, width: photo.width, height: photo.height }
  if (branch.role !== 'SUBJECT' || !matte) return whole
  const box = matteBox(matte)
  return box && overlap(whole, grown(box, blurRadius(picture, texel) + 2 * texel))
}
