/** Copies of bitmaps for whatever takes them for sRGB: 2D canvases, networks, the page. */
import { type ConvertPixels, pixelConversion } from '../../kit/base/color-space/convertPixels.ts'
import type { Size } from '../../kit/base/geometry.ts'
import { colorSpaceOf } from './bitmapColorSpace.ts'
import { pixelsOf } from './pixels.ts'

let toSrgb: ConvertPixels | null = null

/**
 * Returns a copy of a bitmap in sRGB, which the caller owns, scaled to `size` (px) with high quality if given. Of a
 * bitmap in another space, colours outside sRGB are clipped. Rejects when `image` is closed.
 */
export async function srgbCopy(image: ImageBitmap, size: Size = image): Promise<ImageBitmap> {
  const { width: resizeWidth, height: resizeHeight } = size
  const isScaled = resizeWidth !== image.width || resizeHeight !== image.height
  const copy = await (isScaled
    ? createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
    : createImageBitmap(image))
  if (colorSpaceOf(image) === 'srgb') return copy
  const pixels = pixelsOf(copy)
  copy.close()
  toSrgb ??= pixelConversion('display-p3', 'srgb')
  toSrgb(pixels.data)
  return createImageBitmap(pixels)
}
