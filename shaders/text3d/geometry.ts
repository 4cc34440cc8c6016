/** Geometry of extruded text, in document px and degrees. Axes: x right, y down, z toward the viewer. */
import { type Point, type Rect, radiansOf, type Size } from '#client/kit/geometry/geometry.ts'
import { boundsOfPoints, expandRect } from '#client/kit/geometry/rect.ts'

/**
 * Fields of the 3D effect. Colors are sRGB `#rgb` or `#rrggbb`. Rotations are degrees, −180..180, about the text's
 * center, with the signs and the order of CSS `rotateX() rotateY() rotateZ()`.
 */
export interface Text3dFields {
  /** Depth of the extrusion away from the viewer, document px, 1..100. */
  depth: number
  /** Distance from the eye to the plane of rotation, document px, 100..2000. */
  perspective: number
  /** Rotation about the x axis. If positive, the upper edge turns away from the viewer. */
  rotateX: number
  /** Rotation about the y axis. If positive, the right edge turns away from the viewer. */
  rotateY: number
  /** Rotation about the z axis. If positive, the text turns clockwise. */
  rotateZ: number
  shadowColor: string
  /** Opacity of the shadow, 0..1. */
  shadowOpacity: number
  /** Blur radius of the shadow, which is twice the standard deviation, as in CSS. Document px, 0..50. */
  shadowBlur: number
  /** Offset of the shadow to the right, document px, −50..50. */
  shadowOffsetX: number
  /** Offset of the shadow downward, document px, −50..50. */
  shadowOffsetY: number
  /** Color of the walls. */
  extrudeColor: string
  /** Direction of the light source, 0..360 degrees clockwise, where 0 is above and 90 is right. */
  lightAngle: number
  /** Strength of the light, 0..2, where 1 is neutral. */
  lightIntensity: number
}

/** A vector or a position in document px: x right, y down, z toward the eye. */
export type Vector = readonly [number, number, number]

/** The text's axes after its rotation about z, then y, then x, like CSS `rotateX() rotateY() rotateZ()`. */
export interface Axes {
  x: Vector
  y: Vector
  z: Vector
}

/** Distance of the near plane from the viewer, relative to the perspective distance. Nearer points are not painted. */
const NEAR_PLANE = 1 / 16

/** Returns the text's three axes after its rotations (degrees), as unit vectors. */
export function axesOf(fields: Pick<Text3dFields, 'rotateX' | 'rotateY' | 'rotateZ'>): Axes {
  const [sx, cx] = sinCos(fields.rotateX)
  const [sy, cy] = sinCos(fields.rotateY)
  const [sz, cz] = sinCos(fields.rotateZ)
  return {
    x: [cy * cz, cx * sz + sx * sy * cz, sx * sz - cx * sy * cz],
    y: [-cy * sz, cx * cz - sx * sy * sz, sx * cz + cx * sy * sz],
    z: [sy, -sx * cy, cx * cy],
  }
}

const sinCos = (degrees: number): [number, number] => {
  const angle = radiansOf(degrees)
  return [Math.sin(angle), Math.cos(angle)]
}

/** Returns how far a shadow's blur spreads, in document px: three standard deviations of `blur`. */
export const shadowSpread = (blur: number): number => 1.5 * blur

/**
 * Returns the bounds of the text and its shadow in the image, in document px about the text's center, before the
 * layer's own rotation. `size`: size of the face's texture in document px.
 */
export function projectedBounds(fields: Text3dFields, size: Size): Rect {
  const points = projectBox(fields, centered(size, 0), -fields.depth, 0)
  if (fields.shadowOpacity > 0) {
    const spread = shadowSpread(fields.shadowBlur)
    const isFrontSeen = axesOf(fields).z[2] > 0
    // In a wide text layer, perspective may change which plane is farther. Unless the rotation is small, the shadow's
    // bounds therefore include both planes.
    const planes = isFrontSeen && isShallow(fields) ? [-fields.depth] : [-fields.depth, 0]
    for (const plane of planes)
      for (const { x, y } of projectBox(fields, centered(size, spread), plane, plane))
        points.push({ x: x + fields.shadowOffsetX, y: y + fields.shadowOffsetY })
  }
  return boundsOfPoints(points)
}

const centered = ({ width, height }: Size, margin: number): Rect =>
  expandRect({ x: -width / 2, y: -height / 2, width, height }, margin)

/** Fields that determine the bounds of the text's body. */
type BodyFields = Pick<Text3dFields, 'depth' | 'perspective' | 'rotateX' | 'rotateY' | 'rotateZ'>

/**
 * Returns the bounds of the text's body without its shadow, in the same units as `projectedBounds`. `face`: bounds of
 * the flat letters.
 */
export const bodyBounds = (fields: BodyFields, face: Rect): Rect =>
  boundsOfPoints(projectBox(fields, face, -fields.depth, 0))

/** Returns true for rotations so small that perspective cannot show the other side. */
const isShallow = ({ rotateX, rotateY }: Text3dFields): boolean => Math.abs(rotateX) < 20 && Math.abs(rotateY) < 20

/**
 * Returns the projected corners of a box in the text's space, clipped at the near plane. `back`, `front`: z of the box,
 * document px.
 */
function projectBox(fields: BodyFields, face: Rect, back: number, front: number) {
  const axes = axesOf(fields)
  const place = (x: number, y: number, z: number): Vector => [
    axes.x[0] * x + axes.y[0] * y + axes.z[0] * z,
    axes.x[1] * x + axes.y[1] * y + axes.z[1] * z,
    axes.x[2] * x + axes.y[2] * y + axes.z[2] * z,
  ]
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    place(face.x + (i & 1 ? face.width : 0), face.y + (i & 2 ? face.height : 0), i & 4 ? front : back),
  )
  const limit = fields.perspective * (1 - NEAR_PLANE)
  const points: Point[] = []
  const project = ([x, y, z]: Vector) => {
    const scale = fields.perspective / (fields.perspective - z)
    points.push({ x: x * scale, y: y * scale })
  }
  corners.forEach((from, i) => {
    if (from[2] <= limit) project(from)
    for (const bit of [1, 2, 4]) {
      const to = corners[i ^ bit]
      if (!to || from[2] > limit || to[2] <= limit) continue
      const t = (limit - from[2]) / (to[2] - from[2])
      project([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, limit])
    }
  })
  return points
}
