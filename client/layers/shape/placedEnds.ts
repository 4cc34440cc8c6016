import type { Point } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { contoursOf } from './contours.ts'
import { type LineEndType, lineEndOf } from './lineEnds.ts'
import { hasEnds } from './outlines.ts'
import type { ShapeLayer } from './schema.ts'

/** A head at its position on a line. */
export interface PlacedEnd {
  /** SVG path data in units of the line width. */
  path: string
  /** Maximum extent from `at`, in line widths. */
  reach: number
  /** in the shape's unit */
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
