/**
 * Bitmaps with straight alpha. An engine whose bitmaps are always premultiplied loses colours under low alpha. There
 * the straight pixels are stored in memory as long as the bitmap lives, and uploads use them instead of the bitmap.
 */
import type { ColorSpace } from '../../kit/base/color-space/colorSpace.ts'
import { can } from '../../kit/base/self-checks/selfChecks.ts'

const STRAIGHT = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

const straightPixels = new WeakMap<ImageBitmap, Uint8Array<ArrayBuffer>>()

/**
 * Returns the straight RGBA bytes that are stored beside a bitmap, row-major; null when the bitmap itself keeps straight
 * alpha.
 */
export const straightPixelsOf = (bitmap: ImageBitmap): Uint8Array<ArrayBuffer> | null =>
  straightPixels.get(bitmap) ?? null

/**
 * Creates a bitmap of straight, encoded pixels. It counts as sRGB unless the caller records another colour space with
 * `inColorSpace`. Where the engine's bitmaps lose straight alpha, the bytes of `image` are stored beside the bitmap:
 * the caller must not write to them afterwards.
 */
export async function straightBitmap(image: ImageData): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(image, STRAIGHT)
  if (!(await can('straightAlpha'))) straightPixels.set(bitmap, bytesOf(image))
  return bitmap
}

/**
 * Creates a second bitmap with the same pixels, alpha and colour space. The caller closes each of the two. Rejects when
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

/** The colour spaces of bitmaps' values. A bitmap that we create has no profile, so no engine reports its space. */
const spaces = new WeakMap<ImageBitmap, ColorSpace>()

/** Records the colour space of a bitmap's values and returns the bitmap. */
export function inColorSpace(bitmap: ImageBitmap, space: ColorSpace): ImageBitmap {
  spaces.set(bitmap, space)
  return bitmap
}

/** Returns the recorded colour space of a bitmap's values; without a record, sRGB. */
export const colorSpaceOf = (bitmap: ImageBitmap): ColorSpace => spaces.get(bitmap) ?? 'srgb'
