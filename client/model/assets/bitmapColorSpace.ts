/** Which colour space the values of a bitmap are in. No engine tells: bitmaps that we create have no profile. */
import type { ColorSpace } from '../../kit/base/color-space/colorSpace.ts'

const spaces = new WeakMap<ImageBitmap, ColorSpace>()

/** Records the colour space of a bitmap's values and returns the bitmap. */
export function inColorSpace(bitmap: ImageBitmap, space: ColorSpace): ImageBitmap {
  spaces.set(bitmap, space)
  return bitmap
}

/** Returns the recorded colour space of a bitmap's values; without a record, sRGB. */
export const colorSpaceOf = (bitmap: ImageBitmap): ColorSpace => spaces.get(bitmap) ?? 'srgb'
