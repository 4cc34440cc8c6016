import { ok, type Result } from '#client/kit/base/result.ts'
import { can } from '#client/kit/base/self-checks/selfChecks.ts'
import { inColorSpace } from '#client/model/assets/bitmapColorSpace.ts'
import { decode } from '../decode.ts'
import type { ImportError, ImportOptions, Picture } from '../importer.ts'
import type { ImageType } from '../sniff.ts'
import { convertProfile } from './convertProfile.ts'
import { photoColorSpace } from './photoColorSpace.ts'
import { withoutColorData } from './withoutColorData.ts'

/**
 * Decodes as `decode` does. With `keepsWideGamut`, where the browser can paint it: a picture in Display P3 keeps its
 * stored values, and one in another space wider than sRGB is converted to Display P3.
 */
export async function decodeInColorSpace(
  bytes: Uint8Array<ArrayBuffer>,
  type: Exclude<ImageType, 'heic'>,
  blob: Blob,
  options: ImportOptions,
): Promise<Result<Picture, ImportError>> {
  if (!options.keepsWideGamut) return decode(bytes, type, blob, options)
  const { space, wideProfile } = await photoColorSpace(type, bytes)
  const isKept = (space === 'display-p3' || wideProfile) && (await can('wideGamut'))
  const kept = isKept ? await decodeKeeping(bytes, type, wideProfile ?? null, options) : null
  return kept ? ok({ ...kept, blob }) : decode(bytes, type, blob, options)
}

/** Returns the picture in Display P3; null when that fails, so that the engine's own conversion decides. */
async function decodeKeeping(
  bytes: Uint8Array<ArrayBuffer>,
  type: Exclude<ImageType, 'heic'>,
  profile: Uint8Array | null,
  options: ImportOptions,
): Promise<Picture | null> {
  const stored = withoutColorData(type, bytes)
  const picture = await decode(stored, type, new Blob([stored], { type: `image/${type}` }), options)
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
