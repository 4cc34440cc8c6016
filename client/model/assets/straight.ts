/**
 * Bitmaps of straight pixels. Where the engine's own are multiplied by their alpha, the pixels are kept beside the
 * bitmap, for as long as it is referred to: what is painted is made of them, and the bitmap is for looking at.
 */
import { can } from '../../kit/base/self-checks/selfChecks.ts'

const STRAIGHT = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

const kept = new WeakMap<ImageBitmap, Uint8Array<ArrayBuffer>>()

/** RGBA of the whole bitmap; null where the engine's own pixels are right. */
export const straightOf = (bitmap: ImageBitmap): Uint8Array<ArrayBuffer> | null => kept.get(bitmap) ?? null

/** `image`: straight, sRGB-encoded. It is not to be written to any more. */
export async function straightBitmap(image: ImageData): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(image, STRAIGHT)
  if (!(await can('straightAlpha'))) kept.set(bitmap, bytesOf(image))
  return bitmap
}

/** A bitmap of the same pixels, to be closed for itself. */
export async function copyBitmap(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const copy = await createImageBitmap(bitmap, STRAIGHT)
  const straight = straightOf(bitmap)
  if (straight) kept.set(copy, straight)
  return copy
}

const bytesOf = ({ data }: ImageData) => new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.length)
