/** Geometry of extruded text. Pure; document px, degrees. Axes: x right, y down, z towards the viewer. */

/**
 * The 3D effect's fields as the user sets them (spec §3, ranges in §5). Colours are `#rgb` or `#rrggbb`, sRGB. Rotations are
 * degrees, −180 … 180, about the text's centre, with the signs and the order of CSS `rotateX() rotateY() rotateZ()`.
 */
export interface Text3dFields {
  /** How far the text is extruded away from the viewer: document px, 1 … 100. */
  depth: number
  /** Document px from the eye to the plane in which the text turns, 100 … 2000. */
  perspective: number
  /** Positive: the upper edge turns away from the viewer. */
  rotateX: number
  /** Positive: the right edge turns away from the viewer. */
  rotateY: number
  /** Positive: clockwise. */
  rotateZ: number
  shadowColor: string
  /** 0 … 1. */
  shadowOpacity: number
  /** Document px, 0 … 50: twice the standard deviation, as in CSS. */
  shadowBlur: number
  /** Document px to the right, −50 … 50. */
  shadowOffsetX: number
  /** Document px down, −50 … 50. */
  shadowOffsetY: number
  /** Colour of the walls. */
  extrudeColor: string
  /** Where the light comes from, degrees clockwise, 0 … 360: 0 = above, 90 = the right. */
  lightAngle: number
  /** 0 … 2; 1 = as drawn. */
  lightIntensity: number
}

/** x right, y down, z to the eye; document px where it is a position. */
export type Vector = readonly [number, number, number]

/**
 * The text's own axes as they stand in space: turned about z, then y, then x, as CSS turns `rotateX() rotateY()
 * rotateZ()`.
 */
export interface Axes {
  x: Vector
  y: Vector
  z: Vector
}

/** Distance of the near plane from the viewer, as a fraction of the perspective distance. Nothing nearer is painted. */
export const NEAR_PLANE = 1 / 16

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
  const angle = (degrees * Math.PI) / 180
  return [Math.sin(angle), Math.cos(angle)]
}

/** Returns how far a shadow's blur spreads, document px: three standard deviations of `blur`. */
export const shadowSpread = (blur: number): number => 1.5 * blur

/** A rectangle, document px about the centre of the text. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Returns the bounds that the text and its shadow can cover on the picture, document px about the text's centre, before
 * the layer's own rotation. `size`: what the face's texture covers, document px.
 */
export function projectedBounds(fields: Text3dFields, size: { width: number; height: number }): Bounds {
  const points = [...projectBox(fields, size.width / 2, size.height / 2, -fields.depth, 0)]
  if (fields.shadowOpacity > 0) {
    const spread = shadowSpread(fields.shadowBlur)
    const isFrontSeen = axesOf(fields).z[2] > 0
    // which of the two planes lies farther may change across a wide text: take both unless turned little
    const planes = isFrontSeen && isShallow(fields) ? [-fields.depth] : [-fields.depth, 0]
    for (const plane of planes)
      for (const [x, y] of projectBox(fields, size.width / 2 + spread, size.height / 2 + spread, plane, plane))
        points.push([x + fields.shadowOffsetX, y + fields.shadowOffsetY])
  }
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

/** Turned so little that perspective cannot show the other side anywhere. */
const isShallow = ({ rotateX, rotateY }: Text3dFields): boolean => Math.abs(rotateX) < 20 && Math.abs(rotateY) < 20

/** Corners in the picture of a box in the text's space, where it is cut by the nearest plane also the cuts. */
function projectBox(fields: Text3dFields, halfX: number, halfY: number, back: number, front: number) {
  const axes = axesOf(fields)
  const place = (x: number, y: number, z: number): Vector => [
    axes.x[0] * x + axes.y[0] * y + axes.z[0] * z,
    axes.x[1] * x + axes.y[1] * y + axes.z[1] * z,
    axes.x[2] * x + axes.y[2] * y + axes.z[2] * z,
  ]
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    place(i & 1 ? halfX : -halfX, i & 2 ? halfY : -halfY, i & 4 ? front : back),
  )
  const limit = fields.perspective * (1 - NEAR_PLANE)
  const points: [number, number][] = []
  const project = ([x, y, z]: Vector) => {
    const scale = fields.perspective / (fields.perspective - z)
    points.push([x * scale, y * scale])
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
