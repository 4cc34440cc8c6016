const [MARKER, APP2] = [0xff, 0xe2]
const NAME = Array.from('ICC_PROFILE\0', (character) => character.charCodeAt(0))
/** A segment's length field has 16 bits and counts itself, the name, and two bytes. */
const MAX_SEGMENT_DATA = 0xffff - 2 - NAME.length - 2

/** Returns the numbered APP2 segments that embed an ICC profile in a JPEG (ICC.1:2022, B.4). */
export function iccSegments(profile: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(profile.length / MAX_SEGMENT_DATA)
  return Array.from({ length: count }, (_, i) => {
    const data = profile.subarray(i * MAX_SEGMENT_DATA, (i + 1) * MAX_SEGMENT_DATA)
    const length = 2 + NAME.length + 2 + data.length
    return Uint8Array.from([MARKER, APP2, length >> 8, length & 255, ...NAME, i + 1, count, ...data])
  })
}
