import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../exportError.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { paintStrips } from '../../strips/paintStrips.ts'
import { planStrips } from '../../strips/planStrips.ts'
import { idatChunk, iendChunk, palettePngHead } from './pngContainer.ts'

const MAX_COLOURS = 256

/**
 * Encodes a picture of at most 256 colours losslessly, as a PNG with a palette (PNG spec, 11.2.2, colour type 3).
 * Returns null as soon as a 257th colour is found. Fails with 'aborted' or 'context-lost'.
 */
export async function encodePalettePng(
  painter: PixelSource,
  { signal, onProgress }: ExportOptions,
): Promise<Result<Blob, ExportError> | null> {
  const { size, maxSide, colorSpace } = painter
  const indices = new Map<number, number>()
  const deflate = new CompressionStream('deflate')
  const packed = new Response(deflate.readable).blob()
  const writer = deflate.writable.getWriter()
  const giveUp = async <T>(value: T): Promise<T> => {
    await Promise.allSettled([writer.abort(), packed])
    return value
  }
  const strips = planStrips(size, maxSide)
  for await (const { strip, rgba } of paintStrips(painter, strips, (bytes) => new Uint8Array(bytes), signal)) {
    if (signal.aborted) return giveUp(err('aborted'))
    if (!rgba) return giveUp(err('context-lost'))
    const rows = indexRows(rgba, size.width, indices)
    if (!rows) return giveUp(null)
    await writer.write(rows)
    onProgress?.((strip.y + strip.rows) / size.height)
  }
  await writer.close()
  const data = new Uint8Array(await (await packed).arrayBuffer())
  if (signal.aborted) return err('aborted')
  const head = palettePngHead(size, [...indices.keys()], colorSpace)
  return ok(new Blob([head, idatChunk(data), iendChunk()], { type: 'image/png' }))
}

/**
 * Rows of palette indices, each after its filter type byte, None. New colours get the next index; null when none is
 * left.
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
