import { distanceToSegment, type Point, type Rect } from '#client/kit/geometry/geometry.ts'
import { boundsOfPoints } from '#client/kit/geometry/rect.ts'
import { outlineOf, type ShapeType } from './outlines.ts'

export interface Contour {
  points: readonly Point[]
  isClosed: boolean
}

/** Number of straight segments per curve. At a size of 2000%, the error of a circle is about 0.5 px. */
const CHORDS_PER_CURVE = 48

const known = new Map<ShapeType, readonly Contour[]>()

/** Returns the contours of a shape in the shape's unit, where 100 is the longer side. `stretch`: factor per axis. */
export function contoursOf(type: ShapeType, stretch?: Point): readonly Contour[] {
  if (stretch && (stretch.x !== 1 || stretch.y !== 1)) return parsePath(outlineOf(type, stretch))
  const contours = known.get(type) ?? parsePath(outlineOf(type))
  known.set(type, contours)
  return contours
}

/**
 * Returns the bounds of an outline without its stroke width, relative to the shape's center. 100 is the longer side
 * before stretching. `stretch`: factor per axis.
 */
export const boundsOf = (type: ShapeType, stretch?: Point): Rect =>
  boundsOfPoints(contoursOf(type, stretch).flatMap(({ points }) => points))

/** Returns the distance from a position to the nearest point of the outline, in the shape's unit. */
export function distanceToOutline(type: ShapeType, at: Point, stretch?: Point): number {
  return Math.min(
    ...contoursOf(type, stretch).flatMap(({ points, isClosed }) =>
      points.flatMap((point, i) => {
        const next = points[i + 1] ?? (isClosed ? points[0] : undefined)
        return next ? [distanceToSegment(at.x, at.y, point, next)] : []
      }),
    ),
  )
}

/** Returns true if a position (in the shape's unit) is inside a closed shape, by the even-odd rule. */
export function isInside(type: ShapeType, at: Point, stretch?: Point): boolean {
  return contoursOf(type, stretch).some(({ points, isClosed }) => isClosed && isWithin(points, at))
}

function isWithin(points: readonly Point[], at: Point): boolean {
  let within = false
  let before = points.at(-1)
  for (const point of points) {
    if (before && point.y > at.y !== before.y > at.y) {
      const crossing = point.x + ((at.y - point.y) * (before.x - point.x)) / (before.y - point.y)
      if (at.x < crossing) within = !within
    }
    before = point
  }
  return within
}

function parsePath(data: string): Contour[] {
  const contours: { points: Point[]; isClosed: boolean }[] = []
  for (const [, command, numbers = ''] of data.matchAll(/([MLCAZ])([^MLCAZ]*)/g)) {
    const values = numbers.trim().split(/\s+/).map(Number)
    if (command === 'M') contours.push({ points: [], isClosed: false })
    const contour = contours.at(-1)
    if (!contour) throw new Error(`a path must begin with M: ${data}`)
    const from = contour.points.at(-1)
    if (command === 'Z') contour.isClosed = true
    else if (command === 'C' && from) contour.points.push(...bezier(from, values))
    else if (command === 'A' && from) contour.points.push(...halfEllipse(from, values))
    else contour.points.push({ x: values[0] ?? 0, y: values[1] ?? 0 })
  }
  return contours
}

function bezier(from: Point, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: readonly number[]): Point[] {
  return steps((t) => {
    const u = 1 - t
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
    return { x: a * from.x + b * x1 + c * x2 + d * x3, y: a * from.y + b * y1 + c * y2 + d * y3 }
  })
}

/**
 * Returns points on a half ellipse, clockwise (y points down). `from`: start point. The second argument contains the
 * arguments of an SVG arc: two radii, three ignored values, and the end point.
 */
function halfEllipse(from: Point, [across = 0, down = 0, , , , toX = 0, toY = 0]: readonly number[]): Point[] {
  const center = { x: (from.x + toX) / 2, y: (from.y + toY) / 2 }
  const [x, y] = [(from.x - center.x) / across, (from.y - center.y) / down]
  return steps((t) => {
    const [cos, sin] = [Math.cos(Math.PI * t), Math.sin(Math.PI * t)]
    return { x: center.x + across * (x * cos - y * sin), y: center.y + down * (x * sin + y * cos) }
  })
}

const steps = (pointAt: (t: number) => Point): Point[] =>
  Array.from({ length: CHORDS_PER_CURVE }, (_, i) => pointAt((i + 1) / CHORDS_PER_CURVE))
