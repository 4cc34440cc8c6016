/** Embeds the ICC profile of a HEIC file in the picture converted from it, so that the browser converts its colours. */
import { spaceOfCicp } from '#client/kit/base/color-space/cicp.ts'
import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { iccSegments } from '#client/kit/base/jpeg/iccSegments.ts'
import { chunksOf, join, SIGNATURE } from '#client/kit/base/png/chunks.ts'
import { iccpChunk } from '#client/kit/base/png/iccp.ts'
import type { HeicMeta } from './heicMeta.ts'

/** Returns the ICC profile of a HEIC file, or one for its code points; null when the decoded picture is sRGB. */
export function profileToEmbed({ profile, cicp }: Pick<HeicMeta, 'profile' | 'cicp'>): Uint8Array | null {
  const space = cicp && spaceOfCicp(cicp)
  return profile ?? (space && space !== 'srgb' ? iccProfileOf(space) : null)
}

/**
 * Returns the picture (a JPEG or PNG) with the profile embedded. The Blob has one part, because Firefox sniffs the type
 * in the first part only.
 */
export async function embedProfile(picture: Blob, profile: Uint8Array): Promise<Blob> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const parts =
    picture.type === 'image/png'
      ? await pngParts(bytes, profile)
      : [bytes.subarray(0, 2), ...iccSegments(profile), bytes.subarray(2)]
  return new Blob([join(parts)], { type: picture.type })
}

/** The colour chunks that a canvas may write into a PNG. */
const COLOUR_CHUNKS = ['sRGB', 'gAMA', 'cHRM', 'iCCP', 'cICP']

async function pngParts(png: Uint8Array<ArrayBuffer>, profile: Uint8Array): Promise<Uint8Array[]> {
  const [header, ...rest] = [...chunksOf(png)]
    .filter(({ name }) => !COLOUR_CHUNKS.includes(name))
    .map(({ from, to }) => png.subarray(from, to))
  if (!header) throw new Error('a PNG without a header')
  return [SIGNATURE, header, await iccpChunk(profile), ...rest]
}
