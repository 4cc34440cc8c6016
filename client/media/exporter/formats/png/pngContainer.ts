/** What stands around the pixels of a PNG. No metadata but the colour space: nothing of the photo's EXIF goes out. */
import type { Size } from '#client/kit/base/geometry.ts'
import { chunk, join, SIGNATURE, uint32 } from '#client/kit/base/png/chunks.ts'

const TRUECOLOUR = 2
const INDEXED = 3
const TRUECOLOUR_WITH_ALPHA = 6
/** RFC 1950: window of 32 KiB, fastest level; its check bits make the two bytes a multiple of 31. */
const ZLIB_HEADER = [0x78, 0x01]
/** The last block, stored and empty: ends what the strips left open. */
const LAST_BLOCK = [0x01, 0x00, 0x00, 0xff, 0xff]

/** Everything before the strips. */
export const pngHead = (size: Size, opaque: boolean): Uint8Array<ArrayBuffer> =>
  join([...start(size, opaque ? TRUECOLOUR : TRUECOLOUR_WITH_ALPHA), chunk('IDAT', ZLIB_HEADER)])

/** Everything before the pixels of a picture with a palette: its colours as the bytes of RGBA lie in one number. */
export function indexedHead(size: Size, colours: readonly number[]): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(Uint32Array.from(colours).buffer)
  const palette = Array.from(rgba).filter((_, i) => i % 4 < 3)
  const alphas = Array.from(rgba).filter((_, i) => i % 4 === 3)
  const isOpaque = alphas.every((alpha) => alpha === 255)
  return join([...start(size, INDEXED), chunk('PLTE', palette), ...(isOpaque ? [] : [chunk('tRNS', alphas)])])
}

/** A whole zlib stream. */
export const pixelChunk = (zlib: Uint8Array): Uint8Array<ArrayBuffer> => join([chunk('IDAT', zlib)])

const start = ({ width, height }: Size, colourType: number) => [
  SIGNATURE,
  chunk('IHDR', [...uint32(width), ...uint32(height), 8, colourType, 0, 0, 0]),
  chunk('sRGB', [0]), // perceptual intent
]

/** Everything behind the strips; `adler` is over all filtered rows. */
export const pngTail = (adler: number): Uint8Array<ArrayBuffer> =>
  join([chunk('IDAT', [...LAST_BLOCK, ...uint32(adler)]), indexedTail()])

/** Where the pixels have their end in them. */
export const indexedTail = (): Uint8Array<ArrayBuffer> => join([chunk('IEND', [])])
