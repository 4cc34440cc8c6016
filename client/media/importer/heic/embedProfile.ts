/** Embeds the ICC profile of a HEIC file in the picture converted from it, so that the browser converts its colours. */
import { chunksOf, join, SIGNATURE } from '#client/kit/base/png/chunks.ts'
import { iccpChunk } from '#client/kit/base/png/iccp.ts'

const APP2 = 0xffe2
const NAME = 'ICC_PROFILE\0'
/** A segment's length field has 16 bits and counts itself, the name, and two bytes. */
const MAX_SEGMENT_DATA = 0xffff - 2 - NAME.length - 2

/** `picture`: a JPEG or PNG. The result is a Blob of one part: Firefox sniffs the type in the first part alone. */
export async function embedProfile(picture: Blob, profile: Uint8Array): Promise<Blob> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const parts = picture.type === 'image/png' ? await pngParts(bytes, profile) : jpegParts(bytes, profile)
  return new Blob([join(parts)], { type: picture.type })
}

/** ICC.1:2022, B.4: the profile in numbered APP2 segments behind the first marker. */
function jpegParts(jpeg: Uint8Array, profile: Uint8Array): Uint8Array[] {
  const count = Math.ceil(profile.length / MAX_SEGMENT_DATA)
  const segments = Array.from({ length: count }, (_, i) => {
    const part = profile.subarray(i * MAX_SEGMENT_DATA, (i + 1) * MAX_SEGMENT_DATA)
    const segment = new Uint8Array(2 + 2 + NAME.length + 2 + part.length)
    const view = new DataView(segment.buffer)
    view.setUint16(0, APP2)
    view.setUint16(2, segment.length - 2)
    segment.set(
      Uint8Array.from(NAME, (char) => char.charCodeAt(0)),
      4,
    )
    segment.set([i + 1, count], 4 + NAME.length)
    segment.set(part, 4 + NAME.length + 2)
    return segment
  })
  return [jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]
}

/** The colour chunks that a canvas may write. */
const COLOUR_CHUNKS = ['sRGB', 'gAMA', 'cHRM', 'iCCP', 'cICP']

async function pngParts(png: Uint8Array<ArrayBuffer>, profile: Uint8Array): Promise<Uint8Array[]> {
  const [header, ...rest] = [...chunksOf(png)]
    .filter(({ name }) => !COLOUR_CHUNKS.includes(name))
    .map(({ from, to }) => png.subarray(from, to))
  if (!header) throw new Error('a PNG without a header')
  return [SIGNATURE, header, await iccpChunk(profile), ...rest]
}
