/** Converts photo pixels to planes and to input tensors of the networks. */
import { type Rect, type Size, scaledSize } from '#client/kit/geometry/geometry.ts'
import { copyRect, expandRect } from '#client/kit/geometry/rect.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { SegmentModel } from '../modelManifest.ts'
import { type Plane, resizePlane, zeroPlane } from './plane.ts'

export type RgbPlanes = readonly [Plane, Plane, Plane]
type Normalization = Pick<SegmentModel, 'mean' | 'std'>

/**
 * Composites an image over white and returns its planes [red, green, blue], 0..1, sRGB-encoded. Of the compared
 * backgrounds, white gave the best masks. `pixels`: sRGB bytes, RGBA, straight alpha.
 */
export function rgbPlanes(pixels: Pick<ImageData, 'width' | 'height' | 'data'>): RgbPlanes {
  const planes = [zeroPlane(pixels), zeroPlane(pixels), zeroPlane(pixels)] as const
  for (let i = 0; i < planes[0].values.length; i++) {
    const alpha = (pixels.data[4 * i + 3] ?? 0) / 255
    for (const [channel, plane] of planes.entries())
      plane.values[i] = ((pixels.data[4 * i + channel] ?? 0) / 255) * alpha + (1 - alpha)
  }
  return planes
}

export const mapPlanes = ([r, g, b]: RgbPlanes, transform: (plane: Plane) => Plane): RgbPlanes => [
  transform(r),
  transform(g),
  transform(b),
]

export const resizeRgb = (rgb: RgbPlanes, size: Size): RgbPlanes => mapPlanes(rgb, (plane) => resizePlane(plane, size))

/** Returns the part of a plane in `rect` (px). `rect` is rounded to whole pixels and clipped to the plane. */
export function cropPlane(plane: Plane, rect: Rect): Plane {
  const [x, y] = [Math.round(rect.x), Math.round(rect.y)]
  const part = zeroPlane({
    width: clamp(Math.round(rect.width), 1, plane.width - x),
    height: clamp(Math.round(rect.height), 1, plane.height - y),
  })
  copyRect(plane.values, { ...plane, x: 0, y: 0 }, part.values, { ...part, x, y })
  return part
}

/** Returns the input tensor [H, W, 3], row-major: (value − mean) / std per channel for values 0..1. */
export function normalizedPixels(rgb: RgbPlanes, { mean, std }: Normalization): Float32Array<ArrayBuffer> {
  const input = new Float32Array(rgb[0].values.length * 3)
  for (const [channel, { values }] of rgb.entries())
    for (let i = 0; i < values.length; i++)
      input[3 * i + channel] = ((values[i] ?? 0) - (mean[channel] ?? 0)) / (std[channel] ?? 1)
  return input
}

/** Returns the tensor for a network input of this `size`. */
export const networkInput = (rgb: RgbPlanes, size: Size, model: Normalization): Float32Array<ArrayBuffer> =>
  normalizedPixels(resizeRgb(rgb, size), model)

/** Returns the input of SAM's encoder, [1024, 1024, 3]: the scaled, normalized photo, padded with zeros. */
export function samEncoderInput(rgb: RgbPlanes, photo: Size, model: Normalization): Float32Array<ArrayBuffer> {
  const letterboxed = letterboxedSize(photo)
  const pixels = normalizedPixels(resizeRgb(rgb, letterboxed), model)
  const input = new Float32Array(SAM_INPUT_SIDE * SAM_INPUT_SIDE * 3)
  const square = { x: 0, y: 0, width: SAM_INPUT_SIDE, height: SAM_INPUT_SIDE }
  copyRect(pixels, { x: 0, y: 0, ...letterboxed }, input, square, 3)
  return input
}

/** Returns the plane with `padding` px added on every side. The added px repeat the outermost values. */
export function padReplicate(plane: Plane, padding: number): Plane {
  const { width, height, values } = plane
  const to = zeroPlane({ width: width + 2 * padding, height: height + 2 * padding })
  for (let y = 0; y < to.height; y++) {
    const from = clamp(y - padding, 0, height - 1) * width
    const at = y * to.width
    to.values.fill(values[from] ?? 0, at, at + padding)
    to.values.set(values.subarray(from, from + width), at + padding)
    to.values.fill(values[from + width - 1] ?? 0, at + padding + width, at + to.width)
  }
  return to
}

export const cropPadding = (plane: Plane, padding: number): Plane =>
  cropPlane(plane, expandRect({ x: 0, y: 0, ...plane }, -padding))

/**
 * Side of SAM's square input, px. The photo is scaled so that its longer side has this length. Its right or bottom edge
 * is padded to a square.
 */
export const SAM_INPUT_SIDE = 1024
/** Side of SAM's square masks, px. The mask grid is the part of a mask that the photo covers. */
export const SAM_MASK_SIDE = 256
/** Number of input px per mask px. */
export const MASK_STRIDE = SAM_INPUT_SIDE / SAM_MASK_SIDE

/** Returns the photo's size within the padded input, in px. */
function letterboxedSize({ width, height }: Size): Size {
  const scale = SAM_INPUT_SIDE / Math.max(width, height)
  return { width: Math.floor(width * scale + 0.5) || 1, height: Math.floor(height * scale + 0.5) || 1 }
}

/** Returns the size of the mask grid, in grid px. */
export const maskGridOf = (photo: Size): Size => scaledSize(letterboxedSize(photo), 1 / MASK_STRIDE)

/** Returns the part of a mask (256 × 256 values) that the photo covers: the mask grid. */
export const cropToGrid = (values: Float32Array, { width, height }: Size): Plane =>
  cropPlane({ width: SAM_MASK_SIDE, height: SAM_MASK_SIDE, values }, { x: 0, y: 0, width, height })

/** Returns a mask of 256 × 256 values, with `grid` in its top left corner and `fill` elsewhere. */
export function padFromGrid(grid: Plane, fill: number): Float32Array {
  const mask = new Float32Array(SAM_MASK_SIDE * SAM_MASK_SIDE).fill(fill)
  copyRect(grid.values, { ...grid, x: 0, y: 0 }, mask, { x: 0, y: 0, width: SAM_MASK_SIDE, height: SAM_MASK_SIDE })
  return mask
}
