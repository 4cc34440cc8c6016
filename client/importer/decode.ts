import { err, ok, type Result } from '#client/base/result.ts'
import { hasTranslucency } from './alpha.ts'
import { readHeader } from './header.ts'
import { exceeds, type ImportError, type ImportOptions, type Picture } from './importer.ts'
import type { ImageType } from './sniff.ts'
import { findWebpOrientation, turnUpright, withoutExif } from './webpOrientation.ts'

/** Decoded once for the whole session. 'none': colours under low alpha survive, since nothing is multiplied in. */
const BITMAP_OPTIONS = {
  imageOrientation: 'from-image',
  premultiplyAlpha: 'none',
  colorSpaceConversion: 'default',
} as const satisfies ImageBitmapOptions

/** A file the browser reads by itself → its picture. The header is asked first: a bomb is refused undecoded. */
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
  const bitmap = type === 'webp' ? await webpToBitmap(bytes, blob) : await toBitmap(blob)
  if (options.signal.aborted) {
    bitmap?.close()
    return err('aborted')
  }
  return bitmap ? finish(bitmap, header.mayHaveAlpha, blob, options) : err('decode-failed')
}

/** Check a decoded bitmap, learn about its alpha, and close it on any failure. */
export async function finish(
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

export async function toBitmap(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob, BITMAP_OPTIONS)
  } catch {
    return null // broken or cut short; browsers give no further reason
  }
}

async function webpToBitmap(bytes: Uint8Array<ArrayBuffer>, blob: Blob): Promise<ImageBitmap | null> {
  const turned = findWebpOrientation(bytes)
  if (!turned) return toBitmap(blob)
  const stored = await toBitmap(withoutExif(bytes, turned.chunk))
  return stored && turnUpright(stored, turned.orientation)
}
