/** Embeds the ICC profile and EXIF orientation of a HEIC file in the image that a library converted from the file. */

import { concatBytes, jpegSegment } from '#client/kit/base/bytes.ts'
import { spaceOfCicp } from '#client/kit/base/color-space/colorSpace.ts'
import { MAX_PROFILE_BYTES } from '#client/kit/base/color-space/iccProfile.ts'
import { iccProfileOf, iccSegments, wideProfileOfCicp } from '#client/kit/base/color-space/iccProfileOf.ts'
import { chunk, IHDR_END, iccpChunk } from '#client/kit/base/png/chunks.ts'
import type { Orientation } from '../../file/fileParts.ts'
import { withoutColorData } from '../color/photoColorSpace.ts'
import type { HeicMeta } from './heicMeta.ts'

/**
 * Returns the ICC profile of a HEIC file, or a profile for its code points. Null if the decoded image is sRGB, or if
 * the profile is larger than any valid profile.
 */
export function profileToEmbed({ profile, cicp }: Pick<HeicMeta, 'profile' | 'cicp'>): Uint8Array | null {
  if (profile) return profile.length <= MAX_PROFILE_BYTES ? profile : null
  const space = cicp && spaceOfCicp(cicp)
  return space && space !== 'srgb' ? iccProfileOf(space) : cicp && wideProfileOfCicp(cicp)
}

/** Returns the image (a JPEG or PNG) with the profile embedded. Replaces a profile that the canvas embedded. */
export async function embedProfile(picture: Blob, profile: Uint8Array): Promise<Blob> {
  const isPng = picture.type === 'image/png'
  const bytes = withoutColorData(isPng ? 'png' : 'jpeg', new Uint8Array(await picture.arrayBuffer()))
  return insertParts(picture.type, bytes, isPng ? [await iccpChunk(profile)] : iccSegments(profile))
}

/** Returns the image (a JPEG or PNG without EXIF) with an EXIF orientation embedded. */
export async function embedOrientation(picture: Blob, orientation: Orientation): Promise<Blob> {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const part = picture.type === 'image/png' ? chunk('eXIf', tiff) : jpegSegment(0xe1, 'Exif\0\0', tiff)
  return insertParts(picture.type, new Uint8Array(await picture.arrayBuffer()), [part])
}

/**
 * Inserts segments after a JPEG's first marker, or chunks after a PNG's header. Returns a Blob of one part, because
 * Firefox sniffs the type only in the first part.
 */
function insertParts(type: string, bytes: Uint8Array<ArrayBuffer>, parts: readonly Uint8Array[]): Blob {
  const at = type === 'image/png' ? IHDR_END : 2
  return new Blob([concatBytes([bytes.subarray(0, at), ...parts, bytes.subarray(at)])], { type })
}
