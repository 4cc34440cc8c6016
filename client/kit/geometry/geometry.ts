import { clampToUnit } from '../values/numbers.ts'

/** A width and a height in document px (one pixel of the original photo), unless a name says otherwise. */
export interface Size {
  width: number
  height: number
}

/** A point or an offset in document px, unless a name says otherwise. The origin is top left and y points down. */
export interface Point {
  x: number
  y: number
}

/** A rectangle in document px, unless a name says otherwise. (x, y) is its top left corner. */
export interface Rect extends Point, Size {}

export const EMPTY_RECT: Readonly<Rect> = { x: 0, y: 0, width: 0, height: 0 }

/** Returns the size times `scale`, in whole px, at least 1 × 1. */
export const scaledSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

/** Returns the size, scaled down if the longer side exceeds `side` px. */
export const sizeWithin = (size: Size, side: number): Size =>
  scaledSize(size, Math.min(1, side / Math.max(size.width, size.height)))

/** Returns the center of a rectangle. */
export const middleOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 })

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Returns the direction from one point to another, in degrees clockwise, where 0 is right. */
export const directionTo = (from: Point, to: Point): number =>
  (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI

export const radiansOf = (degrees: number): number => (degrees * Math.PI) / 180

/** Returns the point rotated by `degrees` clockwise about the origin. */
export function rotatePoint({ x, y }: Point, degrees: number): Point {
  const angle = radiansOf(degrees)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/**
 * Returns where the segment is nearest to the point (x, y), as a fraction: 0 = at `from`, 1 = at `to`. Returns 0 for a
 * segment without length.
 */
export function nearestShare(x: number, y: number, from: Point, to: Point): number {
  const dx = to.x - from.x // no arrays are created, because this runs per pixel
  const dy = to.y - from.y
  const length2 = dx * dx + dy * dy
  return length2 > 0 ? clampToUnit(((x - from.x) * dx + (y - from.y) * dy) / length2) : 0
}

/** Returns the distance of (x, y) from a segment. `share`: the result of `nearestShare`. */
export const distanceToSegment = (x: number, y: number, from: Point, to: Point, share = nearestShare(x, y, from, to)) =>
  Math.hypot(x - from.x - share * (to.x - from.x), y - from.y - share * (to.y - from.y))
