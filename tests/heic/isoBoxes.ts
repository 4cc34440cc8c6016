/** Reads and writes the boxes of an ISO base media file (ISO/IEC 14496-12), to build test files. */
import { concatBytes } from '#client/kit/bytes/bytes.ts'

export interface Box {
  type: string
  body: Uint8Array
}

export function parseBoxes(bytes: Uint8Array): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at) || bytes.length - at
    boxes.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), body: bytes.slice(at + 8, at + size) })
    at += size
  }
  return boxes
}

export const writeBoxes = (boxes: readonly Box[]): Uint8Array<ArrayBuffer> =>
  concatBytes(boxes.map(({ type, body }) => concatBytes([uint32(8 + body.length), ascii(type), body])))

const uint32 = (value: number) => Uint8Array.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255)
const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
