import { converted } from '#client/kit/base/color-space/colorSpace.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import { intersection } from '#client/kit/base/rect.ts'
import { changedLayers, type PixelSource, sameColorSpace } from './pixelSource.ts'

/** An encoded colour in sRGB: red, green and blue, 0..1 each. */
export type Rgb = readonly [number, number, number]

/**
 * Crops a picture to `frame`, and adds margins where `frame` extends beyond the picture. `frame`: px of `source`, whole
 * numbers. `background`: an sRGB colour, converted to the colour space of `source` and composited behind the picture,
 * so that the result is opaque. With null, alpha is kept and margins are transparent. Alpha is straight.
 */
export function frameSource(source: PixelSource, frame: Rect, background: Rgb | null): PixelSource {
  const { size } = source
  const picture = { x: 0, y: 0, ...size }
  const own = background && converted(background, 'srgb', source.colorSpace ?? 'srgb')
  const isWithin = frame.x >= 0 && frame.y >= 0 && isInside(frame, size)
  return {
    size: { width: frame.width, height: frame.height },
    opaque: background !== null || (source.opaque && isWithin),
    maxSide: source.maxSide,
    ...sameColorSpace(source),
    ...changedLayers(source, (layer) => frameSource(layer, frame, null)),
    async paint(region, into) {
      const wanted = { ...region, x: region.x + frame.x, y: region.y + frame.y }
      const pixels = into ?? new Uint8Array(4 * region.width * region.height)
      const visible = intersection(wanted, picture)
      if (visible && visible.width === wanted.width && visible.height === wanted.height)
        await source.paint(wanted, pixels)
      else {
        pixels.fill(0)
        if (visible) copyRows(await source.paint(visible), visible, pixels, wanted)
      }
      if (own && !(source.opaque && isWithin)) compositeOver(pixels, own)
      return pixels
    },
  }
}

const isInside = (frame: Rect, { width, height }: { width: number; height: number }) =>
  frame.x + frame.width <= width && frame.y + frame.height <= height

/** Copies the pixels of the rectangle `part` to their place within the rectangle `whole`. */
function copyRows(from: Uint8Array, part: Rect, into: Uint8Array, whole: Rect): void {
  for (let row = 0; row < part.height; row++) {
    const at = (part.y - whole.y + row) * whole.width + part.x - whole.x
    into.set(from.subarray(4 * row * part.width, 4 * (row + 1) * part.width), 4 * at)
  }
}

/**
 * Composites pixels over a colour (source-over), in place. `pixels`: RGBA, straight alpha. Mixes encoded values, not
 * linear light, as browsers do.
 */
function compositeOver(pixels: Uint8Array, background: Rgb): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] as number
    if (alpha === 255) continue
    for (let c = 0; c < 3; c++)
      pixels[i + c] = Math.round(((pixels[i + c] as number) * alpha) / 255 + (background[c] as number) * (255 - alpha))
    pixels[i + 3] = 255
  }
}
