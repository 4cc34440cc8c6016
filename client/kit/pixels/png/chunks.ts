import { concatBytes, latin, textOf, uint16, uint32, viewOf } from '../../bytes/bytes.ts'
import { deflate } from '../../bytes/deflate.ts'
import type { Size } from '../../geometry/geometry.ts'
import { type ColorSpace, cicpOf } from '../color-space/colorSpace.ts'
import { iccProfileOf } from '../color-space/iccProfileOf.ts'

export const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns a complete PNG chunk (PNG spec, 5.3): length of `data`, `name` of four characters, `data`, CRC-32. */
export function chunk(name: string, data: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(4 + data.length)
  body.set(latin(name))
  body.set(data, 4)
  return concatBytes([Uint8Array.from(uint32(data.length)), body, Uint8Array.from(uint32(crc32(body)))])
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** Returns the CRC-32 of `bytes` as PNG and zlib define it (PNG spec, annex D), an unsigned 32-bit integer. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}

/** Returns the signature and the header of a PNG with 8 bits per sample (PNG spec, 11.2.1). */
export const pngStart = ({ width, height }: Size, colorType: number): Uint8Array<ArrayBuffer> =>
  concatBytes([SIGNATURE, chunk('IHDR', [...uint32(width), ...uint32(height), 8, colorType, 0, 0, 0])])

export const iendChunk = (): Uint8Array<ArrayBuffer> => chunk('IEND', [])

/** Number of bytes up to the end of IHDR, the first chunk: signature, length, name, 13 bytes, CRC-32. */
export const IHDR_END = 8 + 8 + 13 + 4

/** Returns the PNG with these chunks after IHDR. */
export const withChunks = (png: Blob, chunks: readonly Uint8Array<ArrayBuffer>[]): Blob =>
  new Blob([png.slice(0, IHDR_END), ...chunks, png.slice(IHDR_END)], { type: png.type })

export interface Chunk<B extends ArrayBufferLike = ArrayBuffer> {
  name: string
  data: Uint8Array<B>
  /** Offset of the chunk's length field, which is the chunk's first byte. `to` is the offset after the chunk's CRC. */
  from: number
  to: number
}

/** Maximum number of chunks per file. At 1 KiB per chunk, this is 256 MiB. */
const MAX_CHUNKS = 2 ** 18

/**
 * Yields the chunks of a PNG file up to IEND, a truncated chunk or the maximum number. Doesn't verify checksums. The
 * checksum of IEND may be missing, because decoders don't need it. In this case, the `to` of IEND is after the end of
 * the file.
 */
export function* chunksOf<B extends ArrayBufferLike>(file: Uint8Array<B>): Generator<Chunk<B>, void> {
  const view = viewOf(file)
  let from = SIGNATURE.length
  for (let count = 0; count < MAX_CHUNKS && from + 8 <= file.length; count++) {
    const to = from + 12 + view.getUint32(from)
    const name = textOf(file.subarray(from + 4, from + 8))
    if (to > file.length && name !== 'IEND') return
    yield { name, data: file.subarray(from + 8, to - 4), from, to }
    if (name === 'IEND') return
    from = to
  }
}

/** Compresses an ICC profile and returns it as an iCCP chunk (PNG spec, 11.3.2.3). */
export async function iccpChunk(profile: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return chunk('iCCP', [...latin('icc'), 0, 0, ...(await deflate(Uint8Array.from(profile), 'deflate'))])
}

const PERCEPTUAL = 0
const [RGB_MATRIX, FULL_RANGE] = [0, 1]
const DEFLATE = 0

/**
 * Returns the chunks that declare a color space (PNG spec, 11.3.2). sRGB gets an sRGB chunk. Another space gets a cICP
 * chunk with code points, and an iCCP chunk with an ICC profile for decoders without cICP.
 */
export function colorChunks(space: ColorSpace): Uint8Array<ArrayBuffer>[] {
  if (space === 'srgb') return [chunk('sRGB', [PERCEPTUAL])]
  const { primaries, transfer } = cicpOf(space)
  return [
    chunk('cICP', [primaries, transfer, RGB_MATRIX, FULL_RANGE]),
    chunk('iCCP', [...latin(space), 0, DEFLATE, ...stored(iccProfileOf(space))]),
  ]
}

/**
 * Returns a PNG from an sRGB canvas that declares `space`, without converting its pixels. Canvases don't convert the
 * colors of decoded images, because the browser regards all bitmaps as sRGB.
 */
export const pngInColorSpace = (png: Blob, space: ColorSpace): Blob =>
  space === 'srgb' ? png : withChunks(png, colorChunks(space))

/**
 * Header of a zlib stream (RFC 1950): window of 32 KiB, fastest level. The check bits make the 16-bit header a multiple
 * of 31.
 */
export const ZLIB_HEADER = [0x78, 0x01]

/** Returns a zlib stream of one stored block. A stored block (RFC 1951, 3.2.4) has the same bytes in every browser. */
const stored = (data: Uint8Array): number[] => [
  ...ZLIB_HEADER,
  ...[1, ...uint16(data.length).reverse(), ...uint16(~data.length).reverse()], // each length has its lowest byte first
  ...data,
  ...uint32(adler32(data)),
]

/** Modulus of Adler-32 (RFC 1950, 8.2), which is the checksum of a PNG's filtered rows. */
const ADLER_MODULUS = 65_521

/** Returns the Adler-32 checksum as an unsigned 32-bit integer. */
export function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % ADLER_MODULUS
    b = (b + a) % ADLER_MODULUS
  }
  return ((b << 16) | a) >>> 0
}

/** Returns the Adler-32 of two joined byte sequences from their checksums. `length`: bytes of the second sequence. */
export function combineAdler32(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16]
  const [a2, b2] = [second & 0xffff, second >>> 16]
  const a = (a1 + a2 - 1 + ADLER_MODULUS) % ADLER_MODULUS
  // each byte of the second sequence adds the first sequence's sum once more
  const b = (b1 + b2 + ((a1 - 1 + ADLER_MODULUS) % ADLER_MODULUS) * (length % ADLER_MODULUS)) % ADLER_MODULUS
  return ((b << 16) | a) >>> 0
}
