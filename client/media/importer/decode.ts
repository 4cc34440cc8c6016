/** Decodes files of the formats that every browser can decode. */
import { yieldToMessages } from '#client/kit/async/scheduling.ts'
import { can } from '#client/kit/browser/self-checks/selfChecks.ts'
import { tilesOf } from '#client/kit/geometry/rect.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { createPixelReader } from '#client/model/assets/pixels.ts'
import { inColorSpace, straightBitmap } from '#client/model/assets/straightAlpha.ts'
import { orientBitmap, orientPixels, type StraightPixels } from '../file/applyOrientation.ts'
import { findOrientation, jpegOrientation, readHeader, type StoredOrientation } from '../file/fileParts.ts'
import { photoColorSpace, withoutColorData } from './color/photoColorSpace.ts'
import { type DecodedPicture, exceeds, type ImportError, type ImportOptions, type PlainFile } from './importer.ts'
import { convertProfile, decodeStraightAlpha } from './straight-alpha/decodeStraightAlpha.ts'
import { withUprightPixels } from './uprightPixels.ts'

/**
 * `premultiplyAlpha: 'none'` preserves the colors of almost transparent pixels, in browsers that respect this option
 */
const BITMAP_OPTIONS = {
  imageOrientation: 'from-image',
  premultiplyAlpha: 'none',
  colorSpaceConversion: 'default',
} as const satisfies ImageBitmapOptions

/**
 * Decodes a file to an upright sRGB image with straight alpha. With `keepsWideGamut`, the stored values of a Display P3
 * image don't change, and an image in a different space wider than sRGB is converted to Display P3. If the conversion
 * fails, the image is in sRGB. With `keepsWideGamut`, also removes a damaged profile before decoding, because browsers
 * treat such profiles differently. Fails with 'decode-failed', 'too-large' or 'aborted'.
 */
export async function decode(file: PlainFile, options: ImportOptions): Promise<Result<DecodedPicture, ImportError>> {
  if (!options.keepsWideGamut) return decodeToSrgb(file, options)
  const { space, note, wideProfile } = await photoColorSpace(file.type, file.bytes)
  if (note !== null) {
    console.info(note) // the problem is only logged, because the photo is imported anyway
    return decodeStored(file, options)
  }
  const isKept = space === 'display-p3' || wideProfile !== undefined
  const kept = isKept ? await decodeKeeping(file, wideProfile ?? null, options) : null
  return kept ? ok(kept) : decodeToSrgb(file, options)
}

/** Decodes the stored values of the file, without color conversion. */
async function decodeStored(
  { type, bytes, blob }: PlainFile,
  options: ImportOptions,
): Promise<Result<DecodedPicture, ImportError>> {
  const stored = withoutColorData(type, bytes)
  const file = { type, bytes: stored, blob: new Blob([stored], { type: `image/${type}` }) }
  const picture = await decodeToSrgb(file, options)
  return picture.ok ? ok({ ...picture.value, blob }) : picture
}

/**
 * Decodes an image to Display P3. Resolves with null after a failure, so that the caller can use the browser's own
 * conversion to sRGB. `profile`: profile to convert from, or null if the stored values are in Display P3.
 */
async function decodeKeeping(
  file: PlainFile,
  profile: Uint8Array | null,
  options: ImportOptions,
): Promise<DecodedPicture | null> {
  const deep = profile && (await decodeDeepPng(file, profile, options))
  if (deep) return { ...deep, bitmap: inColorSpace(deep.bitmap, 'display-p3'), colorSpace: 'display-p3' }
  const picture = await decodeStored(file, options)
  if (!picture.ok) return null
  try {
    const { bitmap } = picture.value
    const own = profile ? await convertProfile(bitmap, profile, options.signal) : bitmap
    return { ...picture.value, bitmap: inColorSpace(own, 'display-p3'), colorSpace: 'display-p3' }
  } catch (reason) {
    if (!options.signal.aborted) console.info('the colors of the photo could not be converted:', reason)
    return null
  }
}

/**
 * Decodes a 16-bit PNG to an upright bitmap with straight alpha. Converts the colors from the space of
 * an ICC profile to Display P3, and then rounds to 8 bits. Resolves with null for other files, and if our decoder
 * fails.
 */
async function decodeDeepPng(
  { type, bytes, blob }: PlainFile,
  profile: Uint8Array,
  options: ImportOptions,
): Promise<DecodedPicture | null> {
  const header = type === 'png' ? readHeader(type, bytes) : null
  if (header?.depth !== 16 || exceeds(header, options.limits)) return null
  options.onStage?.('decoding')
  const pixels = await decodeStraightAlpha({ type: 'png', bytes, profile }, options.signal)
  const picture = pixels && (await finishStraight(pixels, findOrientation('png', bytes), blob, options))
  return picture?.ok ? picture.value : null
}

/**
 * Decodes to sRGB, or to the stored values of a file without color data. First checks the size in the header. A
 * decompression bomb is therefore never decoded.
 */
async function decodeToSrgb(
  { type, bytes, blob }: PlainFile,
  options: ImportOptions,
): Promise<Result<DecodedPicture, ImportError>> {
  const header = readHeader(type, bytes)
  if (!header) return err('decode-failed')
  if (exceeds(header, options.limits)) return err('too-large')
  options.onStage?.('decoding')
  const orientation = findOrientation(type, bytes)
  const usesOwnDecoder = header.mayHaveAlpha && type !== 'jpeg' && (orientation || !(await can('straightAlpha')))
  const straight = usesOwnDecoder ? await decodeStraightAlpha({ type, bytes }, options.signal) : null
  if (options.signal.aborted) return err('aborted')
  if (straight) return finishStraight(straight, orientation, blob, options)
  const decoded = orientation ? await toUpright(orientation) : await toBitmap(blob)
  const bitmap =
    decoded && type === 'jpeg' ? await withUprightPixels(decoded, jpegOrientation(bytes), options.signal) : decoded
  if (options.signal.aborted) {
    bitmap?.close()
    return err('aborted')
  }
  return bitmap ? checkedPicture(bitmap, header.mayHaveAlpha, blob, options) : err('decode-failed')
}

/**
 * Checks the size of a decoded bitmap and whether it has translucent pixels. Returns the bitmap as a DecodedPicture.
 * Fails with 'too-large' or 'aborted', and then closes the bitmap.
 */
export async function checkedPicture(
  bitmap: ImageBitmap,
  mayHaveAlpha: boolean,
  blob: Blob,
  { limits, signal }: ImportOptions,
): Promise<Result<DecodedPicture, ImportError>> {
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

/**
 * Decodes a file with the browser to sRGB, with straight alpha if the browser supports it. Resolves with null for a
 * damaged file.
 */
export async function toBitmap(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob, BITMAP_OPTIONS)
  } catch {
    return null // the file is damaged or incomplete (browsers don't report which)
  }
}

async function toUpright({ withoutOrientation, orientation }: StoredOrientation): Promise<ImageBitmap | null> {
  const stored = await toBitmap(withoutOrientation)
  return stored && orientBitmap(stored, orientation)
}

/** Applies the orientation to pixels from our own decoder, and creates a bitmap with straight alpha. */
async function finishStraight(
  stored: StraightPixels,
  orientation: StoredOrientation | null,
  blob: Blob,
  { signal }: ImportOptions,
): Promise<Result<DecodedPicture, ImportError>> {
  const { width, height, rgba } = orientation ? orientPixels(stored, orientation.orientation) : stored
  const hasAlpha = isTranslucent(rgba)
  const bitmap = await straightBitmap(new ImageData(rgba, width, height))
  if (!signal.aborted) return ok({ bitmap, width, height, hasAlpha, blob })
  bitmap.close()
  return err('aborted')
}

/** Maximum side of a part that is scanned in one step, px. A step takes 4 MB of memory and a few ms. */
const SCAN_SIDE = 1024

/**
 * Returns true if any pixel of the bitmap is translucent, or if the pixels can't be read. Reads the bitmap in parts.
 * Fails with 'aborted'.
 */
async function hasTranslucency(bitmap: ImageBitmap, signal: AbortSignal): Promise<Result<boolean, 'aborted'>> {
  const parts = tilesOf({ x: 0, y: 0, width: bitmap.width, height: bitmap.height }, SCAN_SIDE)
  try {
    const read = createPixelReader(bitmap, parts[0] ?? bitmap)
    for (const part of parts) {
      if (isTranslucent(read(part).data)) return ok(true)
      await yieldToMessages()
      if (signal.aborted) return err('aborted')
    }
    return ok(false)
  } catch {
    return ok(true) // true is the safe answer: a needless alpha channel costs bytes, but a missing one loses pixels
  }
}

/** Returns true if any pixel of RGBA bytes is translucent. */
function isTranslucent(rgba: Uint8ClampedArray): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return true
  return false
}
