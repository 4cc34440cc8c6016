/** References for 3D text: a twin of text3d.frag with the same steps along the same ray, and an exact prism. */
import { bilinear, type Picture } from '../lib/testing.ts'
import { axesOf, NEAR_PLANE, type Text3dFields, type Vector } from './geometry.ts'
import type { Text3dUniforms } from './text3d.ts'

/** The textures of text3d.frag on the CPU. */
export interface Text3dTextures {
  face: Picture // premultiplied
  field: Picture // texels, one channel
  shadow: Picture // alpha, one channel
}

type Color = [number, number, number, number]
type Point = readonly [number, number]

const MAX_STEPS = 64
const AMBIENT = 0.38
const DIFFUSE = 0.68
const DEEP_SHADE = 0.68
const FACE_SHADE = 0.3

/** Returns the text's pixel at the target's texel (x, y): premultiplied RGBA, 0..1. */
export function text3dPixel(textures: Text3dTextures, u: Text3dUniforms, x: number, y: number): Color {
  const px: Point = [x + 0.5 + u.uTarget[0], y + 0.5 + u.uTarget[1]]
  const s = placeOf(u, px)
  const once = solidAt(textures, u, s, u.uPixel)
  let solid = once.color
  if (u.uSamples > 1 && !once.isEven) {
    const offsets: Point[] = [
      [-0.125, -0.375],
      [0.375, -0.125],
      [-0.375, 0.125],
      [0.125, 0.375],
    ]
    const colors = offsets.map(
      ([dx, dy]) => solidAt(textures, u, placeOf(u, [px[0] + dx, px[1] + dy]), u.uPixel / 2).color,
    )
    solid = colors.reduce<Color>((sum, color) => added(sum, scaled(color, 0.25)), [0, 0, 0, 0])
  }
  return added(solid, scaled(shadowAt(textures, u, s), 1 - solid[3]))
}

function placeOf(u: Text3dUniforms, [x, y]: Point): Point {
  const dx = x - u.uCenter[0]
  const dy = y - u.uCenter[1]
  return [u.uTurn[0] * dx + u.uTurn[1] * dy, u.uTurn[2] * dx + u.uTurn[3] * dy]
}

/** Result of one ray. `isEven`: no edge within two pixels, so that one ray suffices. */
interface Solid {
  color: Color
  isEven: boolean
}

/** A ray in text coordinates: `eye + direction · t`. */
interface Ray {
  eye: Vector
  direction: Vector
  /** exit from the text's box */
  end: number
  /** distance of neighbouring rays at t = 1, document px */
  spacing: number
}

function solidAt(textures: Text3dTextures, u: Text3dUniforms, s: Point, spacing: number): Solid {
  const eye = toText(u, [0, 0, u.uPerspective])
  const direction = toText(u, [s[0], s[1], -u.uPerspective]).map((v) =>
    Math.abs(v) < 1e-7 ? v + 1e-7 : v,
  ) as unknown as Vector
  const box = boxSpan(u, eye, direction)
  if (box.leave <= box.enter) return { color: [0, 0, 0, 0], isEven: true }
  const ray: Ray = { eye, direction, end: box.leave, spacing }
  if (box.enter !== box.enterZ) return marchToWall(textures, u, ray, box.enter, { color: [0, 0, 0, 0], isEven: true })
  const start = throughFace(textures, u, ray, box.enter)
  return start.t === null ? start : marchToWall(textures, u, ray, start.t, start)
}

const pointAt = ({ eye, direction }: Ray, t: number): Vector => [
  eye[0] + direction[0] * t,
  eye[1] + direction[1] * t,
  eye[2] + direction[2] * t,
]

const speedOf = ({ direction }: Ray): number => Math.max(Math.hypot(direction[0], direction[1]), 1e-6)

/**
 * Returns a ray's entry into and exit from the text's box (slab method). `enterZ`: where it crosses the face or the
 * back.
 */
function boxSpan(u: Text3dUniforms, eye: Vector, direction: Vector): { enter: number; leave: number; enterZ: number } {
  const low = [-u.uSpan[0] / 2, -u.uSpan[1] / 2, -u.uDepth]
  const high = [u.uSpan[0] / 2, u.uSpan[1] / 2, 0]
  const slabs = [0, 1, 2].map((i) => {
    const a = ((low[i] ?? 0) - (eye[i] ?? 0)) / (direction[i] ?? 1)
    const b = ((high[i] ?? 0) - (eye[i] ?? 0)) / (direction[i] ?? 1)
    return { enter: Math.min(a, b), leave: Math.max(a, b) }
  })
  return {
    enter: Math.max(NEAR_PLANE, ...slabs.map(({ enter }) => enter)),
    leave: Math.min(...slabs.map(({ leave }) => leave)),
    enterZ: slabs[2]?.enter ?? 0,
  }
}

/** Returns the colour of face or back at the ray's crossing. `t`: where the walls follow; null = nothing follows. */
function throughFace(textures: Text3dTextures, u: Text3dUniforms, ray: Ray, t: number): Solid & { t: number | null } {
  const at = pointAt(ray, t)
  const footprint = ray.spacing * t
  const d = fieldAt(textures, u, at[0], at[1])
  const { color, coreOver } = faceColor(textures, u, ray, at)
  if (d < -footprint) return { color: added(color, coreOver(1 - color[3])), isEven: d < -2 * u.uPixel * t, t: null }
  if (d >= footprint) return { color, isEven: true, t }
  const n = outward(textures, u, at, footprint)
  const closing = -(ray.direction[0] * n[0] + ray.direction[1] * n[1])
  if (closing > 0) {
    const wall = clamp(0.5 - d / footprint, 0, 1)
    if (wall < 1 && color[3] <= 0.999) return { color, isEven: false, t }
    const below = scaled(wallColor(textures, u, at, footprint), 1 - color[3])
    return { color: added(color, below), isEven: false, t: null }
  }
  const next = t + (footprint - d) / Math.max(-closing, 0.05 * speedOf(ray))
  return { color, isEven: false, t: next < ray.end ? next : null }
}

/** Returns the colour of face (its texture) or back (the core), with the core behind the pixel's `alpha`. */
function faceColor(textures: Text3dTextures, u: Text3dUniforms, { direction }: Ray, at: Vector) {
  const isFront = direction[2] < 0
  const face = sampled(textures.face, at[0] / u.uSpan[0] + 0.5, at[1] / u.uSpan[1] + 0.5)
  const light = faceLight(u, isFront ? 1 : -1)
  const alpha = face[3] ?? 0
  const coreOver = (part: number): Color => {
    const [red, green, blue] = u.uExtrude.map((channel) => Math.min(channel * light, 1))
    return [(red ?? 0) * part, (green ?? 0) * part, (blue ?? 0) * part, part]
  }
  const lit = (channel: number | undefined) => Math.min((channel ?? 0) * light, alpha)
  const front: Color = [lit(face[0]), lit(face[1]), lit(face[2]), alpha]
  return { color: isFront ? front : coreOver(alpha), coreOver }
}

/** Sphere tracing to the nearest wall. Coverage comes from the distance to the wall relative to the ray's footprint. */
function marchToWall(textures: Text3dTextures, u: Text3dUniforms, ray: Ray, from: number, before: Solid): Solid {
  let { isEven } = before
  let t = from
  let at = pointAt(ray, t)
  let d = fieldAt(textures, u, at[0], at[1])
  let footprint = ray.spacing * t
  let covered = 0
  let hit = at
  let previous = 1e6
  let isDone = false
  for (let i = 0; i < MAX_STEPS; i++) {
    footprint = ray.spacing * t
    const near = clamp(0.5 - d / footprint, 0, 1)
    if (d < previous && near > covered) {
      covered = near
      hit = at
    }
    isEven &&= d > 2 * u.uPixel * t
    isDone = covered >= 1 || t >= ray.end
    if (isDone) break
    previous = d
    t = Math.min(t + Math.max(Math.abs(d), 0.5 * footprint) / speedOf(ray), ray.end)
    at = pointAt(ray, t)
    d = fieldAt(textures, u, at[0], at[1])
  }
  if (!isDone) covered = 1
  if (covered === 0) return { color: before.color, isEven }
  const wall = scaled(wallColor(textures, u, hit, footprint), covered * (1 - before.color[3]))
  return { color: added(before.color, wall), isEven }
}

function wallColor(textures: Text3dTextures, u: Text3dUniforms, hit: Vector, footprint: number): Color {
  const n = outward(textures, u, hit, footprint)
  const normal: Vector = [
    u.uAxisX[0] * n[0] + u.uAxisY[0] * n[1],
    u.uAxisX[1] * n[0] + u.uAxisY[1] * n[1],
    u.uAxisX[2] * n[0] + u.uAxisY[2] * n[1],
  ]
  const deep = clamp(-hit[2] / u.uDepth, 0, 1)
  const light = (AMBIENT + DIFFUSE * u.uIntensity * (0.5 + 0.5 * dot(normal, u.uLight))) * (1 + (DEEP_SHADE - 1) * deep)
  const [red, green, blue] = u.uExtrude
  return [Math.min(red * light, 1), Math.min(green * light, 1), Math.min(blue * light, 1), 1]
}

const faceLight = (u: Text3dUniforms, side: number): number =>
  clamp(1 + FACE_SHADE * u.uIntensity * (side * dot(u.uAxisZ, u.uLight) - u.uLight[2]), 0.45, 1.12)

function shadowAt(textures: Text3dTextures, u: Text3dUniforms, s: Point): Color {
  const eye = toText(u, [0, 0, u.uPerspective])
  const way = toText(u, [s[0] - u.uShadowOffset[0], s[1] - u.uShadowOffset[1], -u.uPerspective])
  const t = ((way[2] < 0 ? -u.uDepth : 0) - eye[2]) / way[2]
  const x = (eye[0] + way[0] * t - u.uShadowArea[0]) / u.uShadowArea[2]
  const y = (eye[1] + way[1] * t - u.uShadowArea[1]) / u.uShadowArea[3]
  if (t <= NEAR_PLANE || x < 0 || x > 1 || y < 0 || y > 1) return [0, 0, 0, 0]
  return scaled([...u.uShadowInk], sampled(textures.shadow, x, y)[0] ?? 0)
}

function outward(textures: Text3dTextures, u: Text3dUniforms, q: Vector, footprint: number): Point {
  const h = Math.max(1.5 * footprint, 2.5 * u.uFieldTexel)
  const x = fieldAt(textures, u, q[0] + h, q[1]) - fieldAt(textures, u, q[0] - h, q[1])
  const y = fieldAt(textures, u, q[0], q[1] + h) - fieldAt(textures, u, q[0], q[1] - h)
  const length = Math.max(Math.hypot(x, y), 1e-6)
  return [x / length, y / length]
}

const fieldAt = ({ field }: Text3dTextures, u: Text3dUniforms, x: number, y: number): number =>
  (sampled(field, x / u.uSpan[0] + 0.5, y / u.uSpan[1] + 0.5)[0] ?? 0) * u.uFieldTexel

/** (x, y): 0..1 over the picture. */
const sampled = (picture: Picture, x: number, y: number) => bilinear(picture, x * picture.width, y * picture.height)

const toText = (u: Text3dUniforms, v: Vector): Vector => [dot(u.uAxisX, v), dot(u.uAxisY, v), dot(u.uAxisZ, v)]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)
const scaled = ([r, g, b, a]: Color, by: number): Color => [r * by, g * by, b * by, a * by]
const added = (a: Color, b: Color): Color => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]

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
  const turned = (v: Vector): Vector => [dot(axes.x, v), dot(axes.y, v), dot(axes.z, v)]
  const eye = turned([0, 0, fields.perspective])
  const way = turned([x, y, -fields.perspective])
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
