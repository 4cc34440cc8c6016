import { srgbCopy } from '#client/model/assets/srgbCopy.ts'

/** Longest side of the copy, px: four times the networks' input, so that the final resampling decides the quality. */
const MAX_SIDE = 1280

/**
 * Returns a copy of the photo for the worker, which the caller owns. Each side is scaled down to at most 1280 px,
 * independently of the other, because copying a large photo between threads blocks the page (0.5 s at 48 MP in
 * Chromium). The copy is in sRGB, for which the networks were trained. Rejects when `image` is closed.
 */
export function downscaledCopy(image: ImageBitmap): Promise<ImageBitmap> {
  return srgbCopy(image, { width: Math.min(image.width, MAX_SIDE), height: Math.min(image.height, MAX_SIDE) })
}
