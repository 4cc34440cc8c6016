/** Photo pixels as planes and as input tensors of the networks. */
import type { Rect, Size } from '../../../kit/base/geometry.ts'
import { letterboxedSize, SAM_INPUT_SIDE } from './letterbox.ts'
import { type Plane, resizePlane, zeroPlane } from './plane.ts'

/** The red, green and blue planes of an image. */
export type RgbPlanes = readonly [Plane, Plane, Plane]

/**
 * Returns the planes [red, green, blue] of an image composited over white, 0..1, sRGB-encoded. `pixels`: sRGB bytes,
 * RGBA, straight alpha.
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

/** Applies `transform` to the red, the green and the blue plane. */
export const mapPlanes = ([r, g, b]: RgbPlanes, transform: (plane: Plane) => Plane): RgbPlanes => [
  transform(r),
  transform(g),
  transform(b),
]

/** Resamples all three planes to `size`, as `resizePlane` does. */
export const resizePlanes = (rgb: RgbPlanes, size: Size): RgbPlanes =>
  mapPlanes(rgb, (plane) => resizePlane(plane, size))

/** Returns the part of all three planes in `rect`, px; what lies beyond the edge is omitted. */
export function cropPlanes(rgb: RgbPlanes, rect: Rect): RgbPlanes {
  const [left, top] = [Math.round(rect.x), Math.round(rect.y)]
  const size = {
    width: Math.min(rgb[0].width - left, Math.max(1, Math.round(rect.width))),
    height: Math.min(rgb[0].height - top, Math.max(1, Math.round(rect.height))),
  }
  return mapPlanes(rgb, (plane) => {
    const part = zeroPlane(size)
    for (let y = 0, from = top * plane.width + left; y < size.height; y++, from += plane.width)
      part.values.set(plane.values.subarray(from, from + size.width), y * size.width)
    return part
  })
}

/** Returns the input tensor [H, W, 3], row-major: (value − mean) / std per channel, for values 0..1. */
export function normalisedPixels(
  rgb: RgbPlanes,
  { mean, std }: { mean: readonly number[]; std: readonly number[] },
): Float32Array<ArrayBuffer> {
  const input = new Float32Array(rgb[0].values.length * 3)
  for (const [channel, { values }] of rgb.entries())
    for (let i = 0; i < values.length; i++)
      input[3 * i + channel] = ((values[i] ?? 0) - (mean[channel] ?? 0)) / (std[channel] ?? 1)
  return input
}

/** Returns the input of SAM's encoder, [1024, 1024, 3]: the letterboxed photo, normalised, padded with zeros. */
export function samEncoderInput(
  rgb: RgbPlanes,
  photo: Size,
  model: { mean: readonly number[]; std: readonly number[] },
): Float32Array<ArrayBuffer> {
  const letterboxed = letterboxedSize(photo)
  const pixels = normalisedPixels(resizePlanes(rgb, letterboxed), model)
  const input = new Float32Array(SAM_INPUT_SIDE * SAM_INPUT_SIDE * 3)
  for (let y = 0; y < letterboxed.height; y++)
    input.set(pixels.subarray(y * letterboxed.width * 3, (y + 1) * letterboxed.width * 3), y * SAM_INPUT_SIDE * 3)
  return input
}
