/** Parses the chunks of a PNG file without decompressing its pixels (PNG spec, 11.2 and 11.3). */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { chunk, chunksOf } from '#client/kit/pixels/png/chunks.ts'
import { dataOf, partsOf, readPng } from '../../../file/fileParts.ts'

/** PNG color type 0: one gray sample per pixel (PNG spec, 11.2.2). */
export const GRAY = 0
/** PNG color type 2: red, green and blue samples. */
export const TRUECOLOR = 2
/** PNG color type 3: indices into the palette. */
export const INDEXED = 3

/** The parts of a PNG file that a decoder needs. The pixels are still compressed. */
export interface ParsedPng extends Size {
  /** Bits per sample: 1, 2, 4, 8 or 16. */
  depth: number
  colorType: number
  /** Number of samples per pixel. */
  channels: number
  isInterlaced: boolean
  /** Red, green and blue of each palette index, 3 bytes each. */
  palette: Uint8Array
  /**
   * Alpha of each palette index (bytes), or the only transparent color (16 bits per sample). Null if the file has no
   * tRNS chunk.
   */
  transparency: Uint8Array | null
  /** The data of the IDAT chunks. Together they form one zlib stream. */
  imageData: Iterable<Uint8Array<ArrayBuffer>>
  /** The complete chunks that define the color space. An empty list means sRGB. */
  colorChunks: Uint8Array<ArrayBuffer>[]
}

const CHANNELS: Record<number, number> = { [GRAY]: 1, [TRUECOLOR]: 3, [INDEXED]: 1, 4: 2, 6: 4 }
const DEPTHS = [1, 2, 4, 8, 16]

/**
 * Parses a PNG. Returns null if the first chunk is not IHDR, or if the specification doesn't allow its color type or
 * depth.
 */
export function parsePng(file: Uint8Array<ArrayBuffer>): ParsedPng | null {
  const found = partsOf('png', file)
  const header = readPng(file)
  const channels = header && CHANNELS[header.colorType]
  if (!channels || !DEPTHS.includes(header.depth)) return null
  return {
    ...header,
    channels,
    palette: dataOf(found, file, 'PLTE') ?? new Uint8Array(0),
    transparency: transparencyOf(header.colorType, dataOf(found, file, 'tRNS')),
    imageData: imageDataOf(file),
    colorChunks: colorChunksOf(file),
  }
}

/**
 * Returns the data of tRNS, or null if the length of the data is wrong for the color type. libpng also ignores such
 * data.
 */
function transparencyOf(colorType: number, data: Uint8Array | null): Uint8Array | null {
  const isColor = colorType === GRAY || colorType === TRUECOLOR
  return data && isColor && data.length !== 2 * (CHANNELS[colorType] ?? 0) ? null : data
}

function* imageDataOf(file: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>, void> {
  for (const { name, data } of chunksOf(file)) if (name === 'IDAT') yield data
}

/**
 * Returns the color chunks of the highest precedence in the file (PNG spec, 4.3): cICP, then iCCP, then sRGB, then
 * gAMA and cHRM. Returns an empty list if the sRGB chunk takes precedence, because sRGB doesn't need a conversion.
 */
function colorChunksOf(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const { parts } = partsOf('png', file)
  const best = [['cICP'], ['iCCP'], ['sRGB'], ['gAMA', 'cHRM']].find((names) =>
    parts.some(({ name }) => names.includes(name)),
  )
  if (!best || best.includes('sRGB')) return []
  const chosen = parts.filter(({ name }) => best.includes(name))
  return chosen.map(({ name, dataFrom, dataTo }) => chunk(name, file.subarray(dataFrom, dataTo)))
}
