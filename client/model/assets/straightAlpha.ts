/**
 * Bitmaps with straight alpha. Some browsers always premultiply bitmaps and lose colors at low alpha. In these
 * browsers, the straight pixels are stored next to the bitmap, and uploads use the stored pixels.
 */
import { can } from '#client/kit/browser/self-checks/selfChecks.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'

const STRAIGHT = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

const straightPixels = new WeakMap<ImageBitmap, Uint8Array<ArrayBuffer>>()

/** Returns a bitmap's stored straight RGBA bytes, row-major. Null when the bitmap itself has straight alpha. */
export const straightPixelsOf = (bitmap: ImageBitmap): Uint8Array<ArrayBuffer> | null =>
  straightPixels.get(bitmap) ?? null

/**
 * Creates a bitmap of straight pixels with encoded colors. The bitmap is treated as sRGB unless the caller records
 * another color space with `inColorSpace`. The bytes of `image` may be stored next to the bitmap, so the caller must
 * not change them.
 */
export async function straightBitmap(image: ImageData): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(image, STRAIGHT)
  if (!(await can('straightAlpha'))) straightPixels.set(bitmap, bytesOf(image))
  return bitmap
}

/**
 * Creates a second bitmap with the same pixels, alpha and color space. The caller closes both bitmaps. Rejects when
 * `bitmap` is closed.
 */
export async function copyBitmap(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const copy = await createImageBitmap(bitmap, STRAIGHT)
  inColorSpace(copy, colorSpaceOf(bitmap))
  const straight = straightPixelsOf(bitmap)
  if (straight) straightPixels.set(copy, straight)
  return copy
}

const bytesOf = ({ data }: ImageData) => new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.length)

/**
 * Color spaces of bitmaps. The browser doesn't report the color space of a bitmap that this app created, because such
 * a bitmap has no profile.
 */
const spaces = new WeakMap<ImageBitmap, ColorSpace>()

/** Records a bitmap's color space and returns the bitmap. */
export function inColorSpace(bitmap: ImageBitmap, space: ColorSpace): ImageBitmap {
  spaces.set(bitmap, space)
  return bitmap
}

/** Returns a bitmap's recorded color space, or sRGB if none is recorded. */
export const colorSpaceOf = (bitmap: ImageBitmap): ColorSpace => spaces.get(bitmap) ?? 'srgb'
