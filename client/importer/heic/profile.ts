/** Puts the colour profile of a HEIC into the JPEG made of it, so that the browser turns Display P3 into sRGB. */

const APP2 = 0xffe2
const NAME = 'ICC_PROFILE\0'
/** A segment's length field has 16 bits and counts itself, the name, and two numbers. */
const MAX_PART = 0xffff - 2 - NAME.length - 2

/** ICC.1:2022, B.4: the profile in numbered APP2 segments behind the first marker. */
export function withProfile(jpeg: Blob, profile: Uint8Array): Blob {
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
  // Firefox tells the type by the first part alone, which must show more than the two bytes of the first marker.
  const head = new Blob([jpeg.slice(0, 2), ...segments])
  return new Blob([head, jpeg.slice(2)], { type: 'image/jpeg' })
}
