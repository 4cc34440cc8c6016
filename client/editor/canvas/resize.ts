import { type Point, rotatePoint, type Size } from '../../kit/base/geometry.ts'
import { type Handle, handlePoint, inBox } from '../../render/compositor/handles.ts'
import type { Placed } from '../../render/kind.ts'

/**
 * Returns the scale factor of a box whose handle is dragged to `to`, document px. The aspect ratio is kept. The
 * opposite handle is fixed; with `isFromCenter`, the centre. The factor is at least 0.01.
 */
export function resizeFactor(placed: Placed, handle: Handle, to: Point, isFromCenter: boolean): number {
  const reach = isFromCenter ? 0.5 : 1
  const anchor = isFromCenter ? { x: 0, y: 0 } : { x: -handle.x / 2, y: -handle.y / 2 }
  const arm = { x: handle.x * placed.size.width * reach, y: handle.y * placed.size.height * reach }
  const local = inBox(placed, to)
  const pull = { x: local.x - anchor.x * placed.size.width, y: local.y - anchor.y * placed.size.height }
  const length = arm.x * arm.x + arm.y * arm.y
  return length > 0 ? Math.max(0.01, (pull.x * arm.x + pull.y * arm.y) / length) : 1
}

/** True for the handles in the middle of a side. */
export const isSide = (handle: Handle): boolean => handle.x === 0 || handle.y === 0

/**
 * Returns the length of the side that a side handle dragged to `to` stretches, document px, at least 1. The opposite
 * side is fixed; with `isFromCenter`, the centre.
 */
export function stretchedSide(placed: Placed, handle: Handle, to: Point, isFromCenter: boolean): Partial<Size> {
  const local = inBox(placed, to)
  const length = (pull: number, side: number) => Math.max(1, isFromCenter ? 2 * pull : pull + side / 2)
  return handle.y === 0
    ? { width: length(handle.x * local.x, placed.size.width) }
    : { height: length(handle.y * local.y, placed.size.height) }
}

/** Returns the centre of a resized box whose opposite handle has not moved, document px. */
export function anchoredCenter(before: Placed, after: Placed, handle: Handle): Point {
  const anchor = handlePoint(before, { x: -handle.x, y: -handle.y })
  const arm = rotatePoint(
    { x: (handle.x * after.size.width) / 2, y: (handle.y * after.size.height) / 2 },
    after.rotation,
  )
  return { x: anchor.x + arm.x, y: anchor.y + arm.y }
}
