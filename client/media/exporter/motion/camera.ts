/**
 * The camera of a motion: closed paths of period 1, and the projection of depth planes. All functions depend only on
 * their arguments, such as the time.
 */
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import type { Motion } from '#client/model/document/motion.ts'

/**
 * Position of the camera relative to time 0. `x` and `y`: fractions of the image's longer side. `z`: toward the scene,
 * in units of the distance from the camera to the scene's far end (depth 1).
 */
interface Camera extends Point {
  z: number
}

/** The scale (about the image's center) and the offset (px) of a painted depth plane. */
export interface Projection extends Point {
  scale: number
}

type Path = (angle: number) => Camera

/** Returns a sine minus half its second harmonic. The derivative at angle 0 is 0. `a`: radians. */
const swing = (a: number) => Math.sin(a) - Math.sin(2 * a) / 2

/**
 * The paths at full strength. Each path is a sum of sines with value 0 and speed 0 at angle 0, so the loop has no jump.
 * Near angle 0 the frames are as sharp as the still image, because resampling by less than a pixel barely blurs. The
 * camera only rises (negative y). Most subjects end at the image's lower edge, and a lower camera would show the gap
 * below these subjects.
 */
const PATHS: Readonly<Record<Motion['path'], Path>> = {
  push: (a) => ({ x: 0, y: 0, z: 0.06 * (1 - Math.cos(a)) }),
  slide: (a) => ({ x: 0.025 * (1 - Math.cos(a)), y: 0, z: 0 }),
  orbit: (a) => ({ x: 0.02 * swing(a), y: -0.015 * (1 - Math.cos(a)), z: 0 }),
  float: (a) => ({ x: 0.015 * (1 - Math.cos(a)), y: -0.01 * (1 - Math.cos(2 * a)), z: 0.02 * (1 - Math.cos(a)) }),
}

/** Returns the camera's position at `time`, where 1 is the end of the loop. */
export function cameraAt({ path, strength }: Pick<Motion, 'path' | 'strength'>, time: number): Camera {
  const { x, y, z } = PATHS[path](2 * Math.PI * (time % 1))
  const by = strength / 100
  return { x: x * by, y: y * by, z: z * by }
}

/**
 * Returns the projection of a plane at `depth` (1 = the far end) for an image of this size (px). Without motion, a
 * pinhole camera projects point p of this plane to p / depth. After the camera has moved by c, the projection is (p -
 * c) / (depth - c.z).
 */
export function project({ x, y, z }: Camera, depth: number, { width, height }: Size): Projection {
  const scale = depth / (depth - z)
  const shift = (-Math.max(width, height) * scale) / depth
  return { scale, x: x * shift || 0, y: y * shift || 0 } // turns -0 into 0
}

/** Number of points of a path that `marginOf` examines. */
const SAMPLES = 64

/**
 * Returns how far a plane at `depth` must extend beyond each side of the image, in whole pixels. With this margin, the
 * camera never shows a gap.
 */
export function marginOf(motion: Pick<Motion, 'path' | 'strength'>, depth: number, size: Size): Point {
  const margin = { x: 0, y: 0 }
  for (let i = 0; i < SAMPLES; i++) {
    const { scale, x, y } = project(cameraAt(motion, i / SAMPLES), depth, size)
    margin.x = Math.max(margin.x, (size.width / 2 + Math.abs(x)) / scale - size.width / 2)
    margin.y = Math.max(margin.y, (size.height / 2 + Math.abs(y)) / scale - size.height / 2)
  }
  const whole = (px: number) => (px > 0 ? Math.ceil(px) + 1 : 0)
  return { x: whole(margin.x), y: whole(margin.y) }
}
