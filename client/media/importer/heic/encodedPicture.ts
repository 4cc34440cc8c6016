/**
 * The JPEG or PNG that a HEIC is converted to: its type, and the color profile that decoder libraries lose.
 */

import { loadOnce } from '#client/kit/async/scheduling.ts'
import { concatBytes, jfifEnd } from '#client/kit/bytes/bytes.ts'
import { spaceOfCicp } from '#client/kit/pixels/color-space/colorSpace.ts'
import { MAX_PROFILE_BYTES } from '#client/kit/pixels/color-space/iccProfile.ts'
import { iccProfileOf, iccSegments, wideProfileOfCicp } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { IHDR_END, iccpChunk } from '#client/kit/pixels/png/chunks.ts'
import { withoutColorData } from '../color/photoColorSpace.ts'
import type { HeicMeta } from './heicMeta.ts'

/**
 * Resolves with PNG for a translucent image, or if the browser's canvas cannot write 4:4:4 JPEGs. Otherwise resolves
 * with JPEG.
 */
export const encodedType = async (hasAlpha: boolean): Promise<'image/png' | 'image/jpeg'> =>
  hasAlpha || !(await canvasWritesJpeg444()) ? 'image/png' : 'image/jpeg'

/** Returns the image (a JPEG or PNG) with the color profile of its HEIC. */
export async function withProfile(picture: Blob, meta: Pick<HeicMeta, 'profile' | 'cicp'>): Promise<Blob> {
  const profile = profileToEmbed(meta)
  return profile ? embedProfile(picture, profile) : picture
}

/**
 * Returns the ICC profile of a HEIC file, or a profile for its code points. Returns null if the decoded image is sRGB,
 * or if the profile is larger than any valid profile.
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

/**
 * Inserts segments after a JPEG's JFIF header, or chunks after a PNG's header. Returns a Blob of one part, because
 * Firefox sniffs the type only in the first part.
 */
function insertParts(type: string, bytes: Uint8Array<ArrayBuffer>, parts: readonly Uint8Array[]): Blob {
  const at = type === 'image/png' ? IHDR_END : jfifEnd(bytes)
  return new Blob([concatBytes([bytes.subarray(0, at), ...parts, bytes.subarray(at)])], { type })
}

/** Side of the image that the canvas check encodes, px. */
const CHECK_SIDE = 16
/** Markers of baseline and progressive frames. */
const START_OF_FRAME = [0xc0, 0xc2]
const SAMPLING_FACTORS = 11
const ONE_BY_ONE = 0x11

/**
 * Resolves with true if the browser's canvas writes JPEGs at maximum quality without chroma subsampling (4:4:4).
 * Resolves with false if the canvas subsamples chroma or the check fails. Caches the result.
 */
export const canvasWritesJpeg444 = loadOnce(() => tryCanvas().catch(() => false))

async function tryCanvas(): Promise<boolean> {
  const canvas = new OffscreenCanvas(CHECK_SIDE, CHECK_SIDE)
  if (!canvas.getContext('2d')) return false
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const frame = bytes.findIndex((byte, i) => byte === 0xff && START_OF_FRAME.includes(bytes[i + 1] ?? 0))
  return frame > 0 && bytes[frame + SAMPLING_FACTORS] === ONE_BY_ONE // sampling factors: ITU-T T.81, B.2.2
}
