/** Reads and writes the boxes of an ISO base media file (ISO/IEC 14496-12), to build test files. */
import { concatBytes } from '#client/kit/base/bytes.ts'

export interface Box {
  type: string
  body: Uint8Array
}

export function parseBoxes(bytes: Uint8Array): Box[] {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at) || bytes.length - at
    boxes.push({ type: latin(bytes.subarray(at + 4, at + 8)), body: bytes.slice(at + 8, at + size) })
    at += size
  }
  return boxes
}

export const writeBoxes = (boxes: readonly Box[]): Uint8Array<ArrayBuffer> =>
  concatBytes(boxes.map(({ type, body }) => concatBytes([uint32(8 + body.length), ascii(type), body])))

export const uint16 = (...values: number[]) => Uint8Array.from(values.flatMap((v) => [v >> 8, v & 255]))
export const uint32 = (...values: number[]) =>
  Uint8Array.from(values.flatMap((v) => [v >>> 24, (v >> 16) & 255, (v >> 8) & 255, v & 255]))
export const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
export const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes)
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
