import type { Point } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { contoursOf } from './contours.ts'
import { type LineEndType, lineEndOf } from './lineEnds.ts'
import { hasEnds } from './outlines.ts'
import type { ShapeLayer } from './schema.ts'

/** A head of a line where it stands. */
export interface PlacedEnd {
  /** SVG path data; unit: the line's width. */
  path: string
  /** How far it reaches from `at`, in widths of the line. */
  reach: number
  /** In the shape's own unit. */
  at: Point
  /** Radians, clockwise from the x axis. */
  angle: number
}

/** Returns the heads of a line, whose axes are stretched by `stretch`; other shapes have none. */
export function endsOf({ type, ends }: Pick<Immutable<ShapeLayer>, 'type' | 'ends'>, stretch: Point): PlacedEnd[] {
  if (!hasEnds(type) || (ends.start === 'none' && ends.end === 'none')) return []
  const points = contoursOf(type, stretch)[0]?.points ?? []
  const placed = (name: LineEndType, at?: Point, before?: Point): PlacedEnd[] => {
    if (name === 'none' || !at || !before) return []
    const { path, reach } = lineEndOf(name)
    return [{ path, reach, at, angle: Math.atan2(at.y - before.y, at.x - before.x) }]
  }
  return [...placed(ends.start, points[0], points[1]), ...placed(ends.end, points.at(-1), points.at(-2))]
}
