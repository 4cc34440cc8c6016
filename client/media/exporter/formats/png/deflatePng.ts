/** Encodes PNG files through the browser's own deflate, as one zlib stream. */
import { chunk } from '#client/kit/base/png/chunks.ts'
import { ok, type Result } from '#client/kit/base/result.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { eachStrip } from '../../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { iendChunk, palettePngHead, truecolourPngHead } from './pngContainer.ts'

const MAX_COLOURS = 256
/** PNG filter type 2: each byte minus the byte above it (PNG spec, 9.2). */
const UP = 2

/**
 * Encodes a picture of at most 256 colours losslessly, as a PNG with a palette (PNG spec, 11.2.2, colour type 3).
 * Returns null as soon as a 257th colour is found. Fails with 'aborted' or 'context-lost'.
 */
export async function encodePalettePng(
  painter: PixelSource,
  options: ExportOptions,
): Promise<Result<Blob, ExportError> | null> {
  const { size, colorSpace } = painter
  const indices = new Map<number, number>()
  const packed = await deflateStrips(painter, (rgba) => indexRows(rgba, size.width, indices), options)
  if (!packed.ok && packed.error === 'encode-failed') return null
  return toFile(packed, () => palettePngHead(size, [...indices.keys()], colorSpace))
}

/**
 * Encodes a truecolour PNG on the page's thread, for browsers without WebAssembly SIMD. Its file is larger than that of
 * the compiled encoder. Fails with 'aborted' or 'context-lost'.
 */
export async function encodeTruecolourPng(
  painter: PixelSource,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const { size, opaque, colorSpace } = painter
  const channels = opaque ? 3 : 4
  let above: Uint8Array = new Uint8Array(4 * size.width)
  const filter = (rgba: Uint8Array) => {
    const rows = filterUp(rgba, above, channels)
    above = rgba.slice(-above.length)
    return rows
  }
  const packed = await deflateStrips(painter, filter, options)
  return toFile(packed, () => truecolourPngHead(size, opaque, colorSpace))
}

const toFile = (
  packed: Result<Blob[], ExportError>,
  headOf: () => Uint8Array<ArrayBuffer>,
): Result<Blob, ExportError> =>
  packed.ok ? ok(new Blob([headOf(), ...packed.value, iendChunk()], { type: 'image/png' })) : packed

/**
 * Returns the IDAT chunks of a picture. `filterRows` turns the RGBA bytes of a strip into rows of the file. Fails with
 * 'encode-failed' when it returns null.
 */
async function deflateStrips(
  painter: PixelSource,
  filterRows: (rgba: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null,
  options: ExportOptions,
): Promise<Result<Blob[], ExportError>> {
  const deflate = new CompressionStream('deflate')
  const packed = idatChunks(deflate.readable)
  const writer = deflate.writable.getWriter()
  const painted = await eachStrip(painter, options, async (rgba) => {
    const rows = filterRows(rgba)
    await (rows && writer.write(rows))
    return rows ? null : 'encode-failed'
  })
  if (!painted.ok) {
    await Promise.allSettled([writer.abort(), packed])
    return painted
  }
  await writer.close()
  return ok(await packed)
}

/** Wraps each piece of the stream in an IDAT chunk. The blobs are outside of the page's heap. */
async function idatChunks(stream: ReadableStream<Uint8Array>): Promise<Blob[]> {
  const chunks: Blob[] = []
  const reader = stream.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    chunks.push(new Blob([chunk('IDAT', piece.value)]))
  return chunks
}

/**
 * Returns rows of palette indices. Each row begins with the filter type byte None. New colours get the next index.
 * Returns null when no index is left.
 */
function indexRows(rgba: Uint8Array<ArrayBuffer>, width: number, indices: Map<number, number>) {
  const colours = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  const rows = colours.length / width
  const out = new Uint8Array(rows * (width + 1))
  let [last, lastIndex] = [-1, 0]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < width; x++) {
      const colour = colours[y * width + x] as number
      if (colour !== last) {
        const index = indices.get(colour) ?? indices.size
        if (index === MAX_COLOURS) return null
        indices.set(colour, index)
        last = colour
        lastIndex = index
      }
      out[y * (width + 1) + 1 + x] = lastIndex
    }
  return out
}

/** Filters rows of RGBA bytes by Up. `above`: the RGBA row above them. `channels`: samples per pixel in the file. */
function filterUp(rgba: Uint8Array, above: Uint8Array, channels: 3 | 4): Uint8Array<ArrayBuffer> {
  const rowBytes = above.length
  const rows = rgba.length / rowBytes
  const out = new Uint8Array(rows * (1 + (rowBytes / 4) * channels))
  let to = 0
  for (let y = 0; y < rows; y++) {
    out[to++] = UP
    for (let i = y * rowBytes; i < (y + 1) * rowBytes; i += 4)
      for (let c = i; c < i + channels; c++)
        out[to++] = (rgba[c] as number) - ((y > 0 ? rgba[c - rowBytes] : above[c]) as number)
  }
  return out
}
