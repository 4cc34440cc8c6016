import { ok, type Result } from '#client/kit/base/result.ts'
import { inColorSpace } from '#client/model/assets/straightAlpha.ts'
import { decode, decodeDeepPng } from '../decode.ts'
import type { ImportError, ImportOptions, Picture } from '../importer.ts'
import type { ImageType } from '../sniff.ts'
import { convertProfile } from './convertProfile.ts'
import { withoutColorData } from './embeddedProfile.ts'
import { photoColorSpace } from './photoColorSpace.ts'

/**
 * Decodes as `decode` does. With `keepsWideGamut`, a picture in Display P3 keeps its stored values, and a picture in
 * another space wider than sRGB is converted to Display P3; a picture with a damaged profile is decoded without its
 * profile, because engines handle damaged profiles differently.
 */
export async function decodeInColorSpace(
  bytes: Uint8Array<ArrayBuffer>,
  type: Exclude<ImageType, 'heic'>,
  blob: Blob,
  options: ImportOptions,
): Promise<Result<Picture, ImportError>> {
  if (!options.keepsWideGamut) return decode(bytes, type, blob, options)
  const { space, note, wideProfile } = await photoColorSpace(type, bytes)
  if (note !== null) return decodeStored(bytes, type, blob, options)
  const isKept = space === 'display-p3' || wideProfile !== undefined
  const kept = isKept ? await decodeKeeping(bytes, type, blob, wideProfile ?? null, options) : null
  return kept ? ok(kept) : decode(bytes, type, blob, options)
}

/** Decodes the values of the file without conversion. */
async function decodeStored(
  bytes: Uint8Array<ArrayBuffer>,
  type: Exclude<ImageType, 'heic'>,
  blob: Blob,
  options: ImportOptions,
): Promise<Result<Picture, ImportError>> {
  const stored = withoutColorData(type, bytes)
  const picture = await decode(stored, type, new Blob([stored], { type: `image/${type}` }), options)
  return picture.ok ? ok({ ...picture.value, blob }) : picture
}

/** Returns the picture in Display P3; null when that fails, so that the engine's own conversion decides. */
async function decodeKeeping(
  bytes: Uint8Array<ArrayBuffer>,
  type: Exclude<ImageType, 'heic'>,
  blob: Blob,
  profile: Uint8Array | null,
  options: ImportOptions,
): Promise<Picture | null> {
  const deep = profile && type === 'png' ? await decodeDeepPng(bytes, profile, blob, options) : null
  if (deep) return { ...deep, bitmap: inColorSpace(deep.bitmap, 'display-p3'), colorSpace: 'display-p3' }
  const picture = await decodeStored(bytes, type, blob, options)
  if (!picture.ok) return null
  try {
    const { bitmap } = picture.value
    const own = profile ? await convertProfile(bitmap, profile, options.signal) : bitmap
    return { ...picture.value, bitmap: inColorSpace(own, 'display-p3'), colorSpace: 'display-p3' }
  } catch (reason) {
    if (!options.signal.aborted) console.info('the colours of the photo could not be converted:', reason)
    return null
  }
}
