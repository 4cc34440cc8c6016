/**
 * Geometry of SAM's input: the photo is scaled to a longer side of 1024 and padded at the right or the bottom to a
 * square. SAM's masks have a quarter of that resolution; the part of a mask that the photo covers is the mask grid.
 */
import type { Size } from '../../../kit/base/geometry.ts'
import { type Plane, zeroPlane } from './plane.ts'

/** Side of SAM's square input, px. */
export const SAM_INPUT_SIDE = 1024
/** Side of SAM's square masks, px. */
export const SAM_MASK_SIDE = 256
/** Input px per mask px. */
export const MASK_STRIDE = SAM_INPUT_SIDE / SAM_MASK_SIDE

/** Returns the photo's size within the padded input, px. */
export function letterboxedSize({ width, height }: Size): Size {
  const scale = SAM_INPUT_SIDE / Math.max(width, height)
  return { width: Math.floor(width * scale + 0.5) || 1, height: Math.floor(height * scale + 0.5) || 1 }
}

/** Returns the photo's size, scaled down if necessary so that the longer side is at most `side` px. */
export function sizeWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns the size of the mask grid, grid px. */
export function maskGridOf(photo: Size): Size {
  const { width, height } = letterboxedSize(photo)
  return { width: Math.max(1, Math.round(width / MASK_STRIDE)), height: Math.max(1, Math.round(height / MASK_STRIDE)) }
}

/** Returns the part of a mask (256 × 256 values) that the photo covers: the mask grid. */
export function cropToGrid(mask: Float32Array, grid: Size): Plane {
  const to = zeroPlane(grid)
  for (let y = 0; y < grid.height; y++)
    to.values.set(mask.subarray(y * SAM_MASK_SIDE, y * SAM_MASK_SIDE + grid.width), y * grid.width)
  return to
}

/** Returns a mask of 256 × 256 values with `grid` in its top left corner and `fill` elsewhere. */
export function padFromGrid(grid: Plane, fill: number): Float32Array {
  const mask = new Float32Array(SAM_MASK_SIDE * SAM_MASK_SIDE).fill(fill)
  for (let y = 0; y < grid.height; y++)
    mask.set(grid.values.subarray(y * grid.width, (y + 1) * grid.width), y * SAM_MASK_SIDE)
  return mask
}
