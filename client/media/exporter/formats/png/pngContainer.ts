/**
 * The chunks before and after the pixels of a PNG. Their only metadata are the colour space and the photo's IPTC
 * DigitalSourceType. The photo's EXIF is never exported.
 */

import { concatBytes, latin, uint16, uint32 } from '#client/kit/base/bytes.ts'
import { type ColorSpace, cicpOf } from '#client/kit/base/color-space/colorSpace.ts'
import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { chunk, iendChunk, pngStart } from '#client/kit/base/png/chunks.ts'
import type { EncodedStrip } from '../../strips/paintStrips.ts'

const TRUECOLOUR = 2
const INDEXED = 3
const TRUECOLOUR_WITH_ALPHA = 6
/** Header of a zlib stream (RFC 1950): window of 32 KiB, fastest level. Its check bits make it a multiple of 31. */
const ZLIB_HEADER = [0x78, 0x01]
/** An empty stored block, marked as the last block of the DEFLATE stream. */
const LAST_BLOCK = [0x01, 0x00, 0x00, 0xff, 0xff]

/** Returns the bytes before the pixels of a truecolour PNG: signature, IHDR and the colour space. */
export const truecolourPngHead = (size: Size, opaque: boolean, space: ColorSpace = 'srgb'): Uint8Array<ArrayBuffer> =>
  headOf(size, opaque ? TRUECOLOUR : TRUECOLOUR_WITH_ALPHA, space)

/** Returns the bytes before the pixels of a PNG with a palette. `colours`: RGBA bytes, each a little-endian number. */
export function palettePngHead(
  size: Size,
  colours: readonly number[],
  space: ColorSpace = 'srgb',
): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(Uint32Array.from(colours).buffer)
  const palette = Array.from(rgba).filter((_, i) => i % 4 < 3)
  const alphas = Array.from(rgba).filter((_, i) => i % 4 === 3)
  const isOpaque = alphas.every((alpha) => alpha === 255)
  return concatBytes([
    headOf(size, INDEXED, space),
    chunk('PLTE', palette),
    ...(isOpaque ? [] : [chunk('tRNS', alphas)]),
  ])
}

const headOf = (size: Size, colourType: number, space: ColorSpace) =>
  concatBytes([pngStart(size, colourType), ...colorChunks(space)])

/**
 * Returns the parts of a PNG file in order. The IDAT after the strips contains the last block and the Adler-32 of all
 * filtered rows.
 */
export function joinPng<Chunk>(
  head: Uint8Array<ArrayBuffer>,
  strips: readonly { chunk: Chunk; filtered?: EncodedStrip['filtered'] }[],
): (Chunk | Uint8Array<ArrayBuffer>)[] {
  const sums = strips.flatMap(({ filtered }) => filtered ?? [])
  const adler = sums.reduce((sum, { adler, length }) => combineAdler32(sum, adler, length), 1)
  const tail = chunk('IDAT', [...LAST_BLOCK, ...uint32(adler)])
  return [head, chunk('IDAT', ZLIB_HEADER), ...strips.map((strip) => strip.chunk), tail, iendChunk()]
}

const PERCEPTUAL = 0
const [RGB_MATRIX, FULL_RANGE] = [0, 1]
const DEFLATE = 0

/**
 * Returns the chunks that declare a colour space (PNG spec, 11.3.2). sRGB gets an sRGB chunk. Another space gets a cICP
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

/** Returns a zlib stream of one stored block. Its bytes are the same in every engine (RFC 1951, 3.2.4). */
const stored = (data: Uint8Array): number[] => [
  ...ZLIB_HEADER,
  ...[1, ...uint16(data.length).reverse(), ...uint16(~data.length).reverse()], // each length has its lowest byte first
  ...data,
  ...uint32(adler32(data)),
]

/** Modulus of Adler-32 (RFC 1950, 8.2), which is the checksum of the filtered rows of a PNG. */
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
