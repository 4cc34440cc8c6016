/** Embeds the ICC profile of a HEIC file in the picture converted from it, so that the browser converts its colours. */

import { concatBytes } from '#client/kit/base/bytes.ts'
import { spaceOfCicp } from '#client/kit/base/color-space/colorSpace.ts'
import { MAX_PROFILE_BYTES } from '#client/kit/base/color-space/iccProfile.ts'
import { iccProfileOf, iccSegments, wideProfileOfCicp } from '#client/kit/base/color-space/iccProfileOf.ts'
import { chunksOf, SIGNATURE } from '#client/kit/base/png/chunks.ts'
import { iccpChunk } from '#client/kit/base/png/iccp.ts'
import { withoutColorData } from '../color/embeddedProfile.ts'
import type { HeicMeta } from './heicMeta.ts'

/**
 * Returns the ICC profile of a HEIC file, or one for its code points; null when the decoded picture is sRGB, and for a
 * profile that is too large to be one.
 */
export function profileToEmbed({ profile, cicp }: Pick<HeicMeta, 'profile' | 'cicp'>): Uint8Array | null {
  if (profile) return profile.length <= MAX_PROFILE_BYTES ? profile : null
  const space = cicp && spaceOfCicp(cicp)
  return space && space !== 'srgb' ? iccProfileOf(space) : cicp && wideProfileOfCicp(cicp)
}

/**
 * Returns the picture (a JPEG or PNG) with the profile embedded. The Blob has one part, because Firefox sniffs the type
 * in the first part only.
 */
export async function embedProfile(picture: Blob, profile: Uint8Array): Promise<Blob> {
  const written = new Uint8Array(await picture.arrayBuffer())
  const isPng = picture.type === 'image/png'
  const bytes = withoutColorData(isPng ? 'png' : 'jpeg', written) // a canvas may have embedded a profile of its own
  const parts = isPng
    ? await pngParts(bytes, profile)
    : [bytes.subarray(0, 2), ...iccSegments(profile), bytes.subarray(2)]
  return new Blob([concatBytes(parts)], { type: picture.type })
}

async function pngParts(png: Uint8Array<ArrayBuffer>, profile: Uint8Array): Promise<Uint8Array[]> {
  const [header, ...rest] = [...chunksOf(png)].map(({ from, to }) => png.subarray(from, to))
  if (!header) throw new Error('a PNG without a header')
  return [SIGNATURE, header, await iccpChunk(profile), ...rest]
}
