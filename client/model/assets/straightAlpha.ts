/**
 * Bitmaps with straight alpha. Some browsers always premultiply bitmaps, which loses colors where alpha is low. In
 * these browsers, the straight pixels are stored in addition to the bitmap, and texture uploads use the stored pixels.
 */
import { can } from '#client/kit/browser/self-checks/selfChecks.ts'
import { type ColorSpace, RAW_COLORS } from '#client/kit/pixels/color-space/colorSpace.ts'

const straightPixels = new WeakMap<ImageBitmap, Uint8Array<ArrayBuffer>>()

/** Returns a bitmap's stored RGBA bytes (straight alpha, row-major). Null if the bitmap itself has straight alpha. */
export const straightPixelsOf = (bitmap: ImageBitmap): Uint8Array<ArrayBuffer> | null =>
  straightPixels.get(bitmap) ?? null

/**
 * Creates a bitmap from straight pixels with encoded colors. The bitmap is regarded as sRGB unless the caller sets a
 * different color space with `inColorSpace`. The caller must not change the bytes of `image` afterwards, because they
 * may be stored.
 */
export async function straightBitmap(image: ImageData): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(image, RAW_COLORS)
  if (!(await can('straightAlpha'))) straightPixels.set(bitmap, bytesOf(image))
  return bitmap
}

/**
 * Resolves with a second bitmap that has the same pixels, alpha and color space. The caller must close both bitmaps.
 * Rejects if `bitmap` is closed.
 */
export async function copyBitmap(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const copy = await createImageBitmap(bitmap, RAW_COLORS)
  inColorSpace(copy, colorSpaceOf(bitmap))
  const straight = straightPixelsOf(bitmap)
  if (straight) straightPixels.set(copy, straight)
  return copy
}

const bytesOf = ({ data }: ImageData) => new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.length)

/** Color spaces of bitmaps. Stored separately, because browsers don't report the color space of a bitmap. */
const spaces = new WeakMap<ImageBitmap, ColorSpace>()

/** Stores a bitmap's color space and returns the bitmap. */
export function inColorSpace(bitmap: ImageBitmap, space: ColorSpace): ImageBitmap {
  spaces.set(bitmap, space)
  return bitmap
}

/** Returns a bitmap's stored color space. If none is stored, returns sRGB. */
export const colorSpaceOf = (bitmap: ImageBitmap): ColorSpace => spaces.get(bitmap) ?? 'srgb'
