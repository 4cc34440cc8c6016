/**
 * The chunks before and behind the pixels of a PNG. The only metadata is the colour space: nothing of the photo's EXIF
 * is exported.
 */
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { concatBytes } from '#client/kit/base/concatBytes.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { chunk, SIGNATURE, uint32 } from '#client/kit/base/png/chunks.ts'
import { colorChunks } from './colorChunks.ts'

const TRUECOLOUR = 2
const INDEXED = 3
const TRUECOLOUR_WITH_ALPHA = 6
/** RFC 1950: window of 32 KiB, fastest level; its check bits make the two bytes a multiple of 31. */
const ZLIB_HEADER = [0x78, 0x01]
/** An empty stored block that is marked as the last one of the DEFLATE stream. */
const LAST_BLOCK = [0x01, 0x00, 0x00, 0xff, 0xff]

/** Everything before the strips: signature, IHDR, the colour space, and an IDAT with the zlib header. */
export const pngHead = (size: Size, opaque: boolean, space: ColorSpace = 'srgb'): Uint8Array<ArrayBuffer> =>
  concatBytes([...start(size, opaque ? TRUECOLOUR : TRUECOLOUR_WITH_ALPHA, space), chunk('IDAT', ZLIB_HEADER)])

/** Everything before the pixels of a PNG with a palette. `colours`: RGBA bytes read as one little-endian number each. */
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
    ...start(size, INDEXED, space),
    chunk('PLTE', palette),
    ...(isOpaque ? [] : [chunk('tRNS', alphas)]),
  ])
}

/** An IDAT chunk that holds a whole zlib stream. */
export const idatChunk = (zlib: Uint8Array): Uint8Array<ArrayBuffer> => concatBytes([chunk('IDAT', zlib)])

const start = ({ width, height }: Size, colourType: number, space: ColorSpace) => [
  SIGNATURE,
  chunk('IHDR', [...uint32(width), ...uint32(height), 8, colourType, 0, 0, 0]),
  ...colorChunks(space),
]

/** Everything behind the strips: the last block and the Adler-32 of all filtered rows in an IDAT, and IEND. */
export const pngTail = (adler: number): Uint8Array<ArrayBuffer> =>
  concatBytes([chunk('IDAT', [...LAST_BLOCK, ...uint32(adler)]), iendChunk()])

/** Returns the chunk that ends every PNG. */
export const iendChunk = (): Uint8Array<ArrayBuffer> => concatBytes([chunk('IEND', [])])
