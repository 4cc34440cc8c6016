/** The chunks that a PNG is made of (PNG spec, 5.3): length, name, data, checksum. */
import { crc32 } from './crc32.ts'

export const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function chunk(name: string, data: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(4 + data.length)
  body.set(Array.from(name, (char) => char.charCodeAt(0)))
  body.set(data, 4)
  return join([Uint8Array.from(uint32(data.length)), body, Uint8Array.from(uint32(crc32(body)))])
}

/** Most significant byte first. */
export const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export interface Chunk {
  name: string
  data: Uint8Array<ArrayBuffer>
  /** Where the chunk stands in the file, from its length up to behind its checksum. */
  from: number
  to: number
}

/** The chunks of a file up to IEND, or up to the first truncated one. Checksums are not verified. */
export function* chunksOf(file: Uint8Array<ArrayBuffer>): Generator<Chunk, void> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let from = SIGNATURE.length; from + 12 <= file.length; ) {
    const to = from + 12 + view.getUint32(from)
    const name = String.fromCharCode(...file.subarray(from + 4, from + 8))
    if (to > file.length) return
    yield { name, data: file.subarray(from + 8, to - 4), from, to }
    if (name === 'IEND') return
    from = to
  }
}
