import type { Point } from '#client/kit/geometry/geometry.ts'
import { contoursOf } from './contours.ts'
import { hasLineEnds, type ShapeType } from './outlines.ts'

interface LineEnd {
  /** Name in English; translated when shown. */
  name: string
  /** SVG path data in units of the line width. The line is on the x axis and ends at the origin. */
  path: string
  /** Maximum distance of the path from the end of the line, along x or y, in line widths. */
  reach: number
}

const TABLE = {
  none: { name: 'None', path: '', reach: 0.5 },
  arrow: { name: 'Arrow', path: 'M -2 -2 L 2 0 L -2 2 Z', reach: 2 },
  round: { name: 'Round', path: 'M -1.8 0 A 1.8 1.8 0 0 1 1.8 0 A 1.8 1.8 0 0 1 -1.8 0 Z', reach: 1.8 },
  square: { name: 'Square', path: 'M -1.6 -1.6 L 1.6 -1.6 L 1.6 1.6 L -1.6 1.6 Z', reach: 1.6 },
  diamond: { name: 'Diamond', path: 'M -2.2 0 L 0 -2.2 L 2.2 0 L 0 2.2 Z', reach: 2.2 },
  bar: { name: 'Bar', path: 'M -0.5 -2.5 L 0.5 -2.5 L 0.5 2.5 L -0.5 2.5 Z', reach: 2.5 },
} as const satisfies Readonly<Record<string, LineEnd>>

/** Type of a line end. 'none' has no head. */
export type LineEndType = keyof typeof TABLE

/** All types of line ends, in the order of the panel. */
export const LINE_ENDS = Object.keys(TABLE) as [LineEndType, ...LineEndType[]]

export const LINE_END_NAMES = Object.fromEntries(LINE_ENDS.map((type) => [type, TABLE[type].name])) as Readonly<
  Record<LineEndType, string>
>

/** A line's head at its position. `at`: position in the shape's unit. `angle`: radians, clockwise from the x axis. */
export interface PlacedEnd extends Pick<LineEnd, 'path' | 'reach'> {
  at: Point
  angle: number
}

interface Line {
  readonly type: ShapeType
  readonly ends: Readonly<Record<'start' | 'end', LineEndType>>
}

/** Returns the heads of a line that is scaled by `stretch` (factor per axis). Returns none for other shapes. */
export function endsOf({ type, ends }: Line, stretch: Point): PlacedEnd[] {
  if (!hasLineEnds(type)) return []
  const points = contoursOf(type, stretch)[0]?.points ?? []
  const placed = (name: LineEndType, at?: Point, before?: Point): PlacedEnd[] =>
    name === 'none' || !at || !before
      ? []
      : [{ ...TABLE[name], at, angle: Math.atan2(at.y - before.y, at.x - before.x) }]
  return [...placed(ends.start, points[0], points[1]), ...placed(ends.end, points.at(-1), points.at(-2))]
}
