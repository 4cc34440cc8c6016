/** A part of a picture, or more than it, as a picture of its own; on a ground where nothing may shine through. */
import type { Rect } from '#client/kit/base/geometry.ts'
import { overlap } from '#client/kit/base/rect.ts'
import type { PixelSource } from './paintStrips.ts'

/** sRGB-encoded, 0 … 1 each. */
export type Rgb = readonly [number, number, number]

/**
 * `frame`: px of `source`, whole numbers; what of it lies beyond the picture is transparent. `ground` comes behind
 * everything and makes the picture opaque; null = it stays as it is.
 */
export function framed(source: PixelSource, frame: Rect, ground: Rgb | null): PixelSource {
  const { size } = source
  const picture = { x: 0, y: 0, ...size }
  const isWithin = frame.x >= 0 && frame.y >= 0 && isInside(frame, size)
  return {
    size: { width: frame.width, height: frame.height },
    opaque: ground !== null || (source.opaque && isWithin),
    maxSide: source.maxSide,
    async paint(region, into) {
      const wanted = { ...region, x: region.x + frame.x, y: region.y + frame.y }
      const pixels = into ?? new Uint8Array(4 * region.width * region.height)
      const seen = overlap(wanted, picture)
      if (seen && seen.width === wanted.width && seen.height === wanted.height) await source.paint(wanted, pixels)
      else {
        pixels.fill(0)
        if (seen) place(await source.paint(seen), seen, pixels, wanted)
      }
      if (ground && !(source.opaque && isWithin)) stand(pixels, ground)
      return pixels
    },
  }
}

const isInside = (frame: Rect, { width, height }: { width: number; height: number }) =>
  frame.x + frame.width <= width && frame.y + frame.height <= height

/** The rows of `part` where they belong within `whole`. */
function place(from: Uint8Array, part: Rect, into: Uint8Array, whole: Rect): void {
  for (let row = 0; row < part.height; row++) {
    const at = (part.y - whole.y + row) * whole.width + part.x - whole.x
    into.set(from.subarray(4 * row * part.width, 4 * (row + 1) * part.width), 4 * at)
  }
}

/** Straight alpha over a colour, as encoded: what the canvas of a page shows too. */
function stand(pixels: Uint8Array, ground: Rgb): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] as number
    if (alpha === 255) continue
    for (let c = 0; c < 3; c++)
      pixels[i + c] = Math.round(((pixels[i + c] as number) * alpha) / 255 + (ground[c] as number) * (255 - alpha))
    pixels[i + 3] = 255
  }
}
