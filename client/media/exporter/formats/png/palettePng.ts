/** Encodes PNG files with a palette. The browser's own deflate writes one zlib stream. */
import { chunk, iendChunk } from '#client/kit/base/png/chunks.ts'
import { ok, type Result } from '#client/kit/base/result.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { eachStrip } from '../../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { palettePngHead } from './pngContainer.ts'

const MAX_COLOURS = 256

/**
 * Encodes a picture of at most 256 colours losslessly, as a PNG with a palette (PNG spec, 11.2.2, colour type 3).
 * Returns null at the 257th colour. Fails with 'aborted' or 'context-lost'.
 */
export async function encodePalettePng(
  source: PixelSource,
  options: ExportOptions,
): Promise<Result<Blob, ExportError> | null> {
  const { size, colorSpace } = source
  const indices = new Map<number, number>()
  const deflate = new CompressionStream('deflate')
  const packed = idatChunks(deflate.readable)
  const writer = deflate.writable.getWriter()
  const painted = await eachStrip(source, options, async (rgba) => {
    const rows = indexRows(rgba, size.width, indices)
    await (rows && writer.write(rows))
    return rows ? null : 'encode-failed'
  })
  if (!painted.ok) {
    await Promise.allSettled([writer.abort(), packed])
    return painted.error === 'encode-failed' ? null : painted
  }
  await writer.close()
  const head = palettePngHead(size, [...indices.keys()], colorSpace)
  return ok(new Blob([head, ...(await packed), iendChunk()], { type: 'image/png' }))
}

/** Wraps each piece of the stream in an IDAT chunk. Blobs keep the chunks outside the page's heap. */
async function idatChunks(stream: ReadableStream<Uint8Array>): Promise<Blob[]> {
  const chunks: Blob[] = []
  const reader = stream.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    chunks.push(new Blob([chunk('IDAT', piece.value)]))
  return chunks
}

/**
 * Returns rows of palette indices. Each row begins with the filter type None. A new colour gets the next index. Returns
 * null if no index is left.
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
