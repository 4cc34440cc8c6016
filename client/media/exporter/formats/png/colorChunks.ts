/** The chunks that name the colour space of a PNG (PNG spec, 11.3.2). */
import { cicpOf } from '#client/kit/base/color-space/cicp.ts'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { chunk, uint32 } from '#client/kit/base/png/chunks.ts'
import { adler32 } from './adler32.ts'

const PERCEPTUAL = 0
const [RGB_MATRIX, FULL_RANGE] = [0, 1]
const DEFLATE = 0
/** RFC 1950: window of 32 KiB, fastest level. */
const ZLIB_HEADER = [0x78, 0x01]

/**
 * Returns the chunks that declare a colour space: an sRGB chunk for sRGB; for another space a cICP chunk with code
 * points, and an iCCP chunk with an ICC profile for decoders that do not support cICP.
 */
export function colorChunks(space: ColorSpace): Uint8Array<ArrayBuffer>[] {
  if (space === 'srgb') return [chunk('sRGB', [PERCEPTUAL])]
  const { primaries, transfer } = cicpOf(space)
  const name = Array.from(space, (character) => character.charCodeAt(0))
  return [
    chunk('cICP', [primaries, transfer, RGB_MATRIX, FULL_RANGE]),
    chunk('iCCP', [...name, 0, DEFLATE, ...stored(iccProfileOf(space))]),
  ]
}

/** Returns a zlib stream of one stored block, so that every engine writes the same bytes (RFC 1951, 3.2.4). */
const stored = (data: Uint8Array): number[] => [
  ...ZLIB_HEADER,
  ...[1, ...uint16(data.length), ...uint16(~data.length)],
  ...data,
  ...uint32(adler32(data)),
]

const uint16 = (value: number) => [value & 255, (value >> 8) & 255]
