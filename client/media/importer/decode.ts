import { err, ok, type Result } from '#client/kit/base/result.ts'
import { can } from '#client/kit/base/self-checks/selfChecks.ts'
import { straightBitmap } from '#client/model/assets/straight.ts'
import { hasTranslucency, isTranslucent } from './alpha.ts'
import { readHeader } from './header.ts'
import { exceeds, type ImportError, type ImportOptions, type Picture } from './importer.ts'
import { findTurned, type Turned } from './orientation.ts'
import type { ImageType } from './sniff.ts'
import { decodeStraight } from './straight/decodeStraight.ts'
import type { Straight } from './straight/straight.ts'
import { turnBitmap, turnPixels } from './turn.ts'

/** Decoded once for the whole session. 'none': colours under low alpha survive in engines that heed it. */
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
  const turned = findTurned(type, bytes)
  const own = header.mayHaveAlpha && type !== 'jpeg' && (turned || !(await can('straightAlpha')))
  const straight = own ? await decodeStraight({ type, bytes }, options.signal) : null
  if (options.signal.aborted) return err('aborted')
  if (straight) return finishStraight(straight, turned, blob, options)
  const bitmap = turned ? await toUpright(turned) : await toBitmap(blob)
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

async function toUpright({ hidden, orientation }: Turned): Promise<ImageBitmap | null> {
  const stored = await toBitmap(hidden)
  return stored && turnBitmap(stored, orientation)
}

/** Pixels that no engine has touched, so that every colour is what it was under its alpha. */
async function finishStraight(
  stored: Straight,
  turned: Turned | null,
  blob: Blob,
  { signal }: ImportOptions,
): Promise<Result<Picture, ImportError>> {
  const { width, height, rgba } = turned ? turnPixels(stored, turned.orientation) : stored
  const hasAlpha = isTranslucent(rgba)
  const bitmap = await straightBitmap(new ImageData(rgba, width, height))
  if (!signal.aborted) return ok({ bitmap, width, height, hasAlpha, blob })
  bitmap.close()
  return err('aborted')
}
