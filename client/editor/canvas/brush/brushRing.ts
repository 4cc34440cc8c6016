import type { Point } from '../../../kit/base/geometry.ts'
import type { ToolOverlay } from '../../../render/compositor/Stage.tsx'

/**
 * Returns an overlay with the brush's outline: a dark and a light circle of diameter `size` (document px) around `at`
 * (CSS px), visible on every photo.
 */
export function brushRing(size: number, at: Point): ToolOverlay {
  return (graphics, { zoom }) => {
    const radius = Math.max(1, (size / 2) * zoom)
    graphics.circle(at.x, at.y, radius + 1).stroke({ width: 1, color: 0x000000, alpha: 0.6 })
    graphics.circle(at.x, at.y, radius).stroke({ width: 1, color: 0xffffff, alpha: 0.9 })
  }
}
