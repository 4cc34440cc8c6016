/** Affine maps of the plane as in CSS `matrix(a, b, c, d, e, f)`: x′ = a·x + c·y + e, y′ = b·x + d·y + f. */
import { type Point, type Rect, radiansOf } from './geometry.ts'
import { boundsOfPoints } from './rect.ts'

/** An affine map. The six numbers are the arguments of the CSS function `matrix()`. */
export interface Affine {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** Returns the scaling about the origin by factors `x` and `y`. A negative factor mirrors. */
export const scalingMatrix = (x: number, y = x): Affine => ({ a: x, b: 0, c: 0, d: y, e: 0, f: 0 })
/** Returns the translation by (e, f), in the units of the points. */
export const translationMatrix = (e: number, f: number): Affine => ({ a: 1, b: 0, c: 0, d: 1, e, f })
/** Returns the rotation about the origin by `degrees`, clockwise because y points down. */
export function rotationMatrix(degrees: number): Affine {
  const angle = radiansOf(degrees)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 }
}

/** Returns the composition of affine maps. `compose(A, B)` maps a point first by B, then by A. */
export const compose = (...maps: readonly Affine[]): Affine => maps.reduce(times, IDENTITY)

const times = (o: Affine, i: Affine): Affine => ({
  a: o.a * i.a + o.c * i.b,
  b: o.b * i.a + o.d * i.b,
  c: o.a * i.c + o.c * i.d,
  d: o.b * i.c + o.d * i.d,
  e: o.a * i.e + o.c * i.f + o.e,
  f: o.b * i.e + o.d * i.f + o.f,
})

/** Returns the inverse map. For a singular map (a·d = b·c), the numbers of the result are infinite or NaN. */
export function invert({ a, b, c, d, e, f }: Affine): Affine {
  const by = 1 / (a * d - b * c)
  return { a: d * by, b: -b * by, c: -c * by, d: a * by, e: (c * f - d * e) * by, f: (b * e - a * f) * by }
}

export const transformPoint = ({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

/** Returns the scale factors of a map along its x and y axes: the lengths of the mapped unit vectors, at least 0. */
export const axisScales = ({ a, b, c, d }: Affine): { x: number; y: number } => ({
  x: Math.hypot(a, b),
  y: Math.hypot(c, d),
})

/** Returns the axis-aligned bounding box of `rect` after a rotation by `degrees` clockwise about the origin. */
export const rotatedBounds = (rect: Rect, degrees: number): Rect => transformedBounds(rotationMatrix(degrees), rect)

/** Returns the four corners of `rect` after the transform `map`, in their order around the rectangle. */
export const transformedCorners = (map: Affine, { x, y, width, height }: Rect): Point[] =>
  [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => transformPoint(map, corner))

/** Returns the axis-aligned bounding box of `rect` after `map`. */
export const transformedBounds = (map: Affine, rect: Rect): Rect => boundsOfPoints(transformedCorners(map, rect))
