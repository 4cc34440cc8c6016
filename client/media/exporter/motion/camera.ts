/** The camera of a motion: closed paths of period 1, and the projection of planes. Pure functions of time. */
import type { Point, Size } from '#client/kit/base/geometry.ts'
import type { Motion } from '#client/model/document/motion.ts'

/**
 * Place of the camera relative to its place at time 0. `x` and `y`: fractions of the picture's longer side. `z`: towards
 * the scene, in units in which the far end of the scene has the distance 1.
 */
interface Camera extends Point {
  z: number
}

/** Similarity in which a plane is painted: first scaled about the picture's centre, then moved. `x`, `y`: px. */
export interface Projection extends Point {
  scale: number
}

type Path = (angle: number) => Camera

/** A sine of period 1 turn, and its harmonic, that begin with speed 0. */
const swing = (a: number) => Math.sin(a) - Math.sin(2 * a) / 2

/**
 * The paths at full strength. Each is a sum of sines that is 0 with speed 0 at angle 0, so nothing jumps at the seam.
 * There, the frames are also as sharp as the still image, because resampling by less than a pixel hardly blurs.
 */
const PATHS: Readonly<Record<Motion['path'], Path>> = {
  push: (a) => ({ x: 0, y: 0, z: 0.06 * (1 - Math.cos(a)) }),
  slide: (a) => ({ x: 0.025 * (1 - Math.cos(a)), y: 0, z: 0 }),
  orbit: (a) => ({ x: 0.02 * swing(a), y: 0.015 * (1 - Math.cos(a)), z: 0 }),
  float: (a) => ({ x: 0.015 * (1 - Math.cos(a)), y: 0.015 * swing(a), z: 0.02 * (1 - Math.cos(a)) }),
}

/** Returns the camera's place at `time`; 1 = the end of the loop. */
export function cameraAt({ path, strength }: Pick<Motion, 'path' | 'strength'>, time: number): Camera {
  const { x, y, z } = PATHS[path](2 * Math.PI * (time % 1))
  const by = strength / 100
  return { x: x * by, y: y * by, z: z * by }
}

/**
 * Returns the projection of a plane at `depth` (1 = the far end) for a picture of `size`. A pinhole camera that moves by
 * c sees a point at p / d of the plane at (p - c) / (d - c.z).
 */
export function project({ x, y, z }: Camera, depth: number, { width, height }: Size): Projection {
  const scale = depth / (depth - z)
  const shift = (-Math.max(width, height) * scale) / depth
  return { scale, x: x * shift || 0, y: y * shift || 0 } // without -0
}

/** Number of times at which `marginOf` looks at a path. */
const SAMPLES = 64

/** Returns how far a plane at `depth` must extend beyond each side of the picture, whole px, so that no gap is seen. */
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
