import { err, ok, type Result } from '#client/kit/base/result.ts'
import { can } from '#client/kit/base/self-checks/selfChecks.ts'
import { straightBitmap } from '#client/model/assets/straightAlpha.ts'
import { hasTranslucency, isTranslucent } from './alpha.ts'
import { orientBitmap, orientPixels } from './applyOrientation.ts'
import { findOrientation, readHeader, type StoredOrientation } from './header.ts'
import { exceeds, type ImportError, type ImportOptions, type Picture } from './importer.ts'
import type { ImageType } from './sniff.ts'
import { decodeStraightAlpha } from './straight-alpha/decodeStraightAlpha.ts'
import type { StraightPixels } from './straight-alpha/straightPixels.ts'

/** `premultiplyAlpha: 'none'` keeps the colours of pixels with low alpha, in engines that respect the option. */
const BITMAP_OPTIONS = {
  imageOrientation: 'from-image',
  premultiplyAlpha: 'none',
  colorSpaceConversion: 'default',
} as const satisfies ImageBitmapOptions

/**
 * Decodes a type that every browser reads; in sRGB, or the stored values of a file without colour data; straight alpha,
 * upright. The size in the header is checked first, so that a decompression bomb is never decoded. Fails with
 * 'decode-failed', 'too-large' or 'aborted'.
 */
export async function decode(
  bytes: Uint8Array<ArrayBuffer>,
  type: Exclude<ImageType, 'heic'>,
  blob: Blob,
  options: ImportOptions,
): Promise<Result<Picture, ImportError>> {
  const header = readHeader(type, bytes)
  if (!header) return err('decode-failed')
  if (exceeds(header, options.limits)) return err('too-large')
  options.onStage?.('decoding')
  const orientation = findOrientation(type, bytes)
  const usesOwnDecoder = header.mayHaveAlpha && type !== 'jpeg' && (orientation || !(await can('straightAlpha')))
  const straight = usesOwnDecoder ? await decodeStraightAlpha({ type, bytes }, options.signal) : null
  if (options.signal.aborted) return err('aborted')
  if (straight) return finishStraight(straight, orientation, blob, options)
  const bitmap = orientation ? await toUpright(orientation) : await toBitmap(blob)
  if (options.signal.aborted) {
    bitmap?.close()
    return err('aborted')
  }
  return bitmap ? checkedPicture(bitmap, header.mayHaveAlpha, blob, options) : err('decode-failed')
}

/**
 * Decodes a PNG of 16 bits per channel and converts it from the space of an ICC profile to Display P3 before its samples
 * are rounded to 8 bits. Straight alpha, upright. Null for other depths, and where our decoder fails.
 */
export async function decodeDeepPng(
  bytes: Uint8Array<ArrayBuffer>,
  profile: Uint8Array,
  blob: Blob,
  options: ImportOptions,
): Promise<Picture | null> {
  const header = readHeader('png', bytes)
  if (header?.depth !== 16 || exceeds(header, options.limits)) return null
  options.onStage?.('decoding')
  const pixels = await decodeStraightAlpha({ type: 'png', bytes, profile }, options.signal)
  const picture = pixels && (await finishStraight(pixels, findOrientation('png', bytes), blob, options))
  return picture?.ok ? picture.value : null
}

/**
 * Returns a decoded bitmap as a Picture, after checking its size and looking for translucent pixels. Fails with
 * 'too-large' or 'aborted' and then closes the bitmap.
 */
export async function checkedPicture(
  bitmap: ImageBitmap,
  mayHaveAlpha: boolean,
  blob: Blob,
  { limits, signal }: ImportOptions,
): Promise<Result<Picture, ImportError>> {
  const { width, height } = bitmap
  const translucent = exceeds(bitmap, limits)
    ? err('too-large')
    : mayHaveAlpha
      ? await hasTranslucency(bitmap, signal)
      : ok(false)
  if (translucent.ok) return ok({ bitmap, width, height, hasAlpha: translucent.value, blob })
  bitmap.close()
  return translucent
}

/** Decodes with the browser: sRGB-encoded, straight alpha where the engine supports it. Null for a damaged file. */
export async function toBitmap(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob, BITMAP_OPTIONS)
  } catch {
    return null // damaged or incomplete: browsers report no other reason
  }
}

async function toUpright({ withoutOrientation, orientation }: StoredOrientation): Promise<ImageBitmap | null> {
  const stored = await toBitmap(withoutOrientation)
  return stored && orientBitmap(stored, orientation)
}

/** Finishes pixels of our own decoder: applies the orientation and creates a bitmap with straight alpha. */
async function finishStraight(
  stored: StraightPixels,
  orientation: StoredOrientation | null,
  blob: Blob,
  { signal }: ImportOptions,
): Promise<Result<Picture, ImportError>> {
  const { width, height, rgba } = orientation ? orientPixels(stored, orientation.orientation) : stored
  const hasAlpha = isTranslucent(rgba)
  const bitmap = await straightBitmap(new ImageData(rgba, width, height))
  if (!signal.aborted) return ok({ bitmap, width, height, hasAlpha, blob })
  bitmap.close()
  return err('aborted')
}
