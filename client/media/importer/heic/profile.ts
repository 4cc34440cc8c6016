/** Puts the colour profile of a HEIC into the picture made of it, so that the browser turns Display P3 into sRGB. */
import { chunksOf, join, SIGNATURE } from '#client/kit/base/png/chunks.ts'
import { iccpChunk } from '#client/kit/base/png/iccp.ts'

const APP2 = 0xffe2
const NAME = 'ICC_PROFILE\0'
/** A segment's length field has 16 bits and counts itself, the name, and two numbers. */
const MAX_PART = 0xffff - 2 - NAME.length - 2

/** Of a JPEG or PNG. In one piece: Firefox tells the type by the first of the parts that a blob was put together of. */
export async function withProfile(picture: Blob, profile: Uint8Array): Promise<Blob> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const parts = picture.type === 'image/png' ? await pngParts(bytes, profile) : jpegParts(bytes, profile)
  return new Blob([join(parts)], { type: picture.type })
}

/** ICC.1:2022, B.4: the profile in numbered APP2 segments behind the first marker. */
function jpegParts(jpeg: Uint8Array, profile: Uint8Array): Uint8Array[] {
  const count = Math.ceil(profile.length / MAX_PART)
  const segments = Array.from({ length: count }, (_, i) => {
    const part = profile.subarray(i * MAX_PART, (i + 1) * MAX_PART)
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

/** What a canvas says of the colours that it wrote. */
const SAID = ['sRGB', 'gAMA', 'cHRM', 'iCCP', 'cICP']

async function pngParts(png: Uint8Array<ArrayBuffer>, profile: Uint8Array): Promise<Uint8Array[]> {
  const [header, ...rest] = [...chunksOf(png)]
    .filter(({ name }) => !SAID.includes(name))
    .map(({ from, to }) => png.subarray(from, to))
  if (!header) throw new Error('a PNG without a header')
  return [SIGNATURE, header, await iccpChunk(profile), ...rest]
}
