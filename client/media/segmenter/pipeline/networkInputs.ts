/** Photo pixels as planes and as what networks see. */
import type { Size } from '../../../kit/base/geometry.ts'
import { FRAME, framed } from './letterbox.ts'
import { emptyPlane, type Plane, resized } from './plane.ts'

export type Colours = readonly [Plane, Plane, Plane]

/** Red, green and blue, 0..1, sRGB-encoded; transparent parts are laid on white. */
export function coloursOf(pixels: Pick<ImageData, 'width' | 'height' | 'data'>): Colours {
  const planes = [emptyPlane(pixels), emptyPlane(pixels), emptyPlane(pixels)] as const
  for (let i = 0; i < planes[0].values.length; i++) {
    const alpha = (pixels.data[4 * i + 3] ?? 0) / 255
    for (const [channel, plane] of planes.entries())
      plane.values[i] = ((pixels.data[4 * i + channel] ?? 0) / 255) * alpha + (1 - alpha)
  }
  return planes
}

export const eachOf = ([r, g, b]: Colours, make: (plane: Plane) => Plane): Colours => [make(r), make(g), make(b)]

export const coloursAt = (colours: Colours, size: Size): Colours => eachOf(colours, (plane) => resized(plane, size))

/** Row-major, three values per pixel. Per channel of 0..1: (value - mean) / std. */
export function normalised(
  colours: Colours,
  { mean, std }: { mean: readonly number[]; std: readonly number[] },
): Float32Array {
  const input = new Float32Array(colours[0].values.length * 3)
  for (const [channel, { values }] of colours.entries())
    for (let i = 0; i < values.length; i++)
      input[3 * i + channel] = ((values[i] ?? 0) - (mean[channel] ?? 0)) / (std[channel] ?? 1)
  return input
}

/** What SAM's encoder sees of a photo of the size `photo`: 1024 × 1024, the empty part is zeros. */
export function encoderInput(
  colours: Colours,
  photo: Size,
  model: { mean: readonly number[]; std: readonly number[] },
): Float32Array<ArrayBuffer> {
  const covered = framed(photo)
  const small = normalised(coloursAt(colours, covered), model)
  const input = new Float32Array(FRAME * FRAME * 3)
  for (let y = 0; y < covered.height; y++)
    input.set(small.subarray(y * covered.width * 3, (y + 1) * covered.width * 3), y * FRAME * 3)
  return input
}
