import { type Rect, type Size, scaledSize } from '#client/kit/geometry/geometry.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'

/** A downscaled image: RGBA, straight alpha, row-major, in the image's color space. */
export interface ReducedPixels extends Size {
  pixels: Uint8ClampedArray
}

/**
 * Downscales a bitmap or a part of it to `side` px on its longer side, off the main thread. `part`: px of the bitmap.
 * Resolves with null if the bitmap was closed or there is no 2D context.
 */
export async function reducedPixels(
  bitmap: ImageBitmap,
  side: number,
  part: Rect = { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
): Promise<ReducedPixels | null> {
  const { width, height } = scaledSize(part, side / Math.max(part.width, part.height))
  try {
    const reduced = await createImageBitmap(bitmap, part.x, part.y, part.width, part.height, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'low',
    })
    try {
      return { pixels: pixelsOf(reduced).data, width, height }
    } finally {
      reduced.close()
    }
  } catch {
    return null // the bitmap was closed, or there is no 2D context
  }
}

/** Returns the coverage (0..255) of the pixel at (x, y) in px of the matte. */
export const coverageAt = ({ width, coverage }: Readonly<Coverage>, x: number, y: number): number =>
  coverage[Math.floor(y) * width + Math.floor(x)] ?? 0

/**
 * Samples a matte at the center of each pixel of a downscaled image. The image shows the whole photo, or the part
 * `part` in px of the matte. Returns coverage 0..255, row-major.
 */
export const reducedCoverage = (
  matte: Readonly<Coverage>,
  { width, height }: Size,
  part: Rect = { x: 0, y: 0, width: matte.width, height: matte.height },
): number[] =>
  Array.from({ length: width * height }, (_, i) => {
    const x = part.x + (((i % width) + 0.5) * part.width) / width
    const y = part.y + ((Math.floor(i / width) + 0.5) * part.height) / height
    return coverageAt(matte, x, y)
  })

/**
 * Returns true if a pixel with this coverage (0..255) is inside a mask. Edge pixels are neither inside nor outside,
 * because they mix the colors of both sides.
 */
export const isCovered = (covered: number): boolean => covered > 230
/** Returns true if a pixel with this coverage (0..255) is outside a mask. */
export const isBackgroundPixel = (covered: number): boolean => covered < 25
