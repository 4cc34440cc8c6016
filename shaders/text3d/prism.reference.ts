/** Reference for 3D text: an exact prism over a polygon, ray cast against its walls. */
import { axesOf, type Text3dFields, type Vector } from './geometry.ts'

/** Corners in order, document px. */
export type Polygon = readonly (readonly [number, number])[]

/**
 * First hit of a ray: the front of the text, or a wall. `deep`: position of the hit, 0 = at the front, 1 = at the back.
 * Null = no hit.
 */
export type Hit = { part: 'face' } | { part: 'wall'; deep: number } | null

/**
 * Returns the first hit of the ray through (x, y) of the picture (document px about the text's centre). The front must
 * face the viewer.
 */
export function castAtPrism(polygon: Polygon, fields: Text3dFields, x: number, y: number): Hit {
  const axes = axesOf(fields)
  const toText = (v: Vector): Vector => [dot(axes.x, v), dot(axes.y, v), dot(axes.z, v)]
  const eye = toText([0, 0, fields.perspective])
  const way = toText([x, y, -fields.perspective])
  const tFront = -eye[2] / way[2]
  const tBack = (-fields.depth - eye[2]) / way[2]
  if (contains(polygon, eye[0] + way[0] * tFront, eye[1] + way[1] * tFront)) return { part: 'face' }
  let nearest = tBack
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
    const t = crossing(eye, way, [ax, ay], [bx, by])
    if (t !== null && t > tFront) nearest = Math.min(nearest, t)
  })
  return nearest < tBack ? { part: 'wall', deep: (nearest - tFront) / (tBack - tFront) } : null
}

/** Returns true when a point is inside a polygon (even-odd rule). */
export function contains(polygon: Polygon, x: number, y: number): boolean {
  let isInside = false
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  })
  return isInside
}

/** Returns where the ray, seen from the front, crosses the side from a to b. */
function crossing(eye: Vector, way: Vector, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) {
  const [ex, ey] = [bx - ax, by - ay]
  const cross = way[0] * ey - way[1] * ex
  if (Math.abs(cross) < 1e-12) return null
  const t = ((ax - eye[0]) * ey - (ay - eye[1]) * ex) / cross
  const along = ((ax - eye[0]) * way[1] - (ay - eye[1]) * way[0]) / cross
  return along >= 0 && along <= 1 ? t : null
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
