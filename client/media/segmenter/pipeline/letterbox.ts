/**
 * SAM sees a photo in a square of 1024: its longer side fills one, the rest stays empty at the right or below. What it
 * draws lies on a quarter of that, 256; the part that the photo covers is called the grid.
 */
import type { Size } from '../../../kit/base/geometry.ts'
import { emptyPlane, type Plane } from './plane.ts'

export const FRAME = 1024
export const DRAWN = 256
/** Frame pixels per grid pixel. */
export const COARSENESS = FRAME / DRAWN

/** How large a photo is within the frame. */
export function framed({ width, height }: Size): Size {
  const scale = FRAME / Math.max(width, height)
  return { width: Math.floor(width * scale + 0.5) || 1, height: Math.floor(height * scale + 0.5) || 1 }
}

/** A photo's size once its longer side is at most `side`. */
export function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export function gridOf(photo: Size): Size {
  const { width, height } = framed(photo)
  return { width: Math.max(1, Math.round(width / COARSENESS)), height: Math.max(1, Math.round(height / COARSENESS)) }
}

/** The grid's part of a whole drawing, which has 256 × 256 values. */
export function cropped(drawing: Float32Array, grid: Size): Plane {
  const to = emptyPlane(grid)
  for (let y = 0; y < grid.height; y++)
    to.values.set(drawing.subarray(y * DRAWN, y * DRAWN + grid.width), y * grid.width)
  return to
}

/** A whole drawing with a grid in its corner, `fill` elsewhere. */
export function uncropped(grid: Plane, fill: number): Float32Array {
  const drawing = new Float32Array(DRAWN * DRAWN).fill(fill)
  for (let y = 0; y < grid.height; y++)
    drawing.set(grid.values.subarray(y * grid.width, (y + 1) * grid.width), y * DRAWN)
  return drawing
}
