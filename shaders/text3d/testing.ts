/**
 * The exact prism of an extruded polygon, as a reference for 3D text. Lengths are document px from the text's center.
 */
import { axesOf, type Text3dFields, type Vector } from './geometry.ts'

type Point = readonly [number, number]

/** The polygon's corners in document px, in order along its outline. */
export type Polygon = readonly Point[]

/**
 * First surface of the text that a ray hits: the front (`side` 1) or the back (−1), or a wall. Null if the ray misses
 * the text. `deep`: position of the hit, 0 = at the front, 1 = at the back. `normal`: outward, in text coordinates.
 */
export type Hit = { part: 'face'; side: 1 | -1 } | { part: 'wall'; deep: number; normal: Point } | null

/** Returns the first hit of the ray through (x, y) of the image. */
export function castAtPrism(polygon: Polygon, fields: Text3dFields, x: number, y: number): Hit {
  const { eye, way } = rayOf(fields, x, y)
  const isFront = way[2] < 0
  const reach = (z: number) => (z - eye[2]) / way[2]
  const [near, far] = isFront ? [reach(0), reach(-fields.depth)] : [reach(-fields.depth), reach(0)]
  if (contains(polygon, eye[0] + way[0] * near, eye[1] + way[1] * near)) return { part: 'face', side: isFront ? 1 : -1 }
  let nearest = far
  let normal: Point = [0, 0]
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
    const t = crossing(eye, way, [ax, ay], [bx, by])
    if (t === null || t <= near || t >= nearest) return
    nearest = t
    const length = Math.hypot(bx - ax, by - ay) * (way[0] * (by - ay) - way[1] * (bx - ax) > 0 ? -1 : 1)
    normal = [(by - ay) / length, (ax - bx) / length]
  })
  return nearest < far ? { part: 'wall', deep: -(eye[2] + way[2] * nearest) / fields.depth, normal } : null
}

/** Returns true where the ray through (x, y) meets the shadow without blur: the far side, moved by the offset. */
export function isInShadow(polygon: Polygon, fields: Text3dFields, x: number, y: number): boolean {
  const { eye, way } = rayOf(fields, x - fields.shadowOffsetX, y - fields.shadowOffsetY)
  const t = ((way[2] < 0 ? -fields.depth : 0) - eye[2]) / way[2]
  return contains(polygon, eye[0] + way[0] * t, eye[1] + way[1] * t)
}

/** Returns the ray through (x, y) in text coordinates: `eye + way · t`. */
function rayOf(fields: Text3dFields, x: number, y: number): { eye: Vector; way: Vector } {
  const axes = axesOf(fields)
  const turned = (v: Vector): Vector => [dot(axes.x, v), dot(axes.y, v), dot(axes.z, v)]
  return { eye: turned([0, 0, fields.perspective]), way: turned([x, y, -fields.perspective]) }
}

/** Returns the scalar product. */
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Returns true when a point is inside a polygon (even-odd rule). */
export function contains(polygon: Polygon, x: number, y: number): boolean {
  let isInside = false
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  })
  return isInside
}

/**
 * Returns the distance along the ray to the wall above the side from a to b, as a multiple of `way`. Returns null if
 * the ray misses the wall. Negative if the wall is behind `eye`.
 */
function crossing(eye: Vector, way: Vector, [ax, ay]: Point, [bx, by]: Point) {
  const [ex, ey] = [bx - ax, by - ay]
  const cross = way[0] * ey - way[1] * ex
  if (Math.abs(cross) < 1e-12) return null
  const t = ((ax - eye[0]) * ey - (ay - eye[1]) * ex) / cross
  const along = ((ax - eye[0]) * way[1] - (ay - eye[1]) * way[0]) / cross
  return along >= 0 && along <= 1 ? t : null
}
