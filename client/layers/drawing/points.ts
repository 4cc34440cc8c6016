/** Points of a stroke: appending, bounds and distance. Lengths are in the points' coordinates, px of the photo. */
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { distance, distanceToSegment, EMPTY_RECT, nearestShare } from '#client/kit/geometry/geometry.ts'
import { type List, listOf } from '#client/kit/values/immutable.ts'
import { MAX_POINTS, type StrokePoint } from './schema.ts'

export type Points = List<StrokePoint>

/**
 * Minimum distance between two points of a stroke. The unit is CSS px, so that a gesture yields as many points at every
 * zoom.
 */
export const MIN_GAP = 2
/** A stroke with fewer points is discarded. */
export const MIN_POINTS = 2

/**
 * Returns the points with `next` appended, or the same list if `next` is nearer than `gap` to the last point. If there
 * are more than `MAX_POINTS` points, drops every second point except the first and the last.
 */
export function appendPoint(points: Points, next: StrokePoint, gap: number): Points {
  const last = points.at(-1)
  if (last && distance(next, last) < gap) return points
  const grown = [...points, next]
  return listOf(grown.length > MAX_POINTS ? grown.filter((_, i) => i % 2 === 0 || i === grown.length - 1) : grown)
}

const boxes = new WeakMap<Points, Rect>()

/**
 * Returns the bounds of a stroke including its width, in the points' coordinates. Without points, the bounds are empty.
 * If the list is frozen, the result is cached.
 */
export function strokeBounds(points: Points): Rect {
  const known = boxes.get(points)
  if (known) return known
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, size } of points) {
    left = Math.min(left, x - size / 2)
    top = Math.min(top, y - size / 2)
    right = Math.max(right, x + size / 2)
    bottom = Math.max(bottom, y + size / 2)
  }
  const box = points.length > 0 ? { x: left, y: top, width: right - left, height: bottom - top } : EMPTY_RECT
  if (Object.isFrozen(points)) boxes.set(points, box)
  return box
}

/**
 * Returns the distance from a position to the stroke's edge, in the points' coordinates. The distance is 0 on the
 * stroke.
 */
export function distanceToStroke(points: Points, { x, y }: Point): number {
  let nearest = Infinity
  points.forEach((from, i) => {
    const to = points[i + 1] ?? from
    const t = nearestShare(x, y, from, to)
    const away = distanceToSegment(x, y, from, to, t)
    nearest = Math.min(nearest, away - (from.size + (to.size - from.size) * t) / 2)
  })
  return Math.max(0, nearest)
}
