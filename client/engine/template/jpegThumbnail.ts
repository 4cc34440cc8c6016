import { type Size, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { type DocumentSnapshot, workingSpace } from '#client/model/document/document.ts'

/** Longer side of a thumbnail, px. */
export const THUMBNAIL_SIDE = 320

/**
 * Returns the data URL of an sRGB JPEG, scaled down to THUMBNAIL_SIDE and composited over white. `pixels`: straight
 * RGBA in the working space of `doc`; they are overwritten. If the browser has no memory for a 2D context, the image is
 * black.
 */
export async function jpegThumbnail(
  doc: Pick<DocumentSnapshot, 'photo'>,
  pixels: Uint8ClampedArray<ArrayBuffer>,
  { width, height }: Size,
): Promise<string> {
  pixelConversion(workingSpace(doc), 'srgb')(pixels)
  const picture = await createImageBitmap(new ImageData(pixels, width, height))
  const small = Object.assign(document.createElement('canvas'), sizeWithin({ width, height }, THUMBNAIL_SIDE))
  const context = small.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, small.width, small.height)
    context.drawImage(picture, 0, 0, small.width, small.height)
  }
  picture.close()
  return small.toDataURL('image/jpeg', 0.8)
}
