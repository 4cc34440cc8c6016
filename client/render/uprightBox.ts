import type { Rect } from '../kit/base/geometry.ts'
import { rotatedBounds } from '../kit/base/rect.ts'
import type { Placed } from './kind.ts'

/** Returns the upright bounding box of a rotated box, document px. */
export function uprightBox({ center, size, rotation }: Placed): Rect {
  const box = rotatedBounds({ x: -size.width / 2, y: -size.height / 2, ...size }, rotation)
  return { ...box, x: center.x + box.x, y: center.y + box.y }
}
