/**
 * Encodes PNG files. An image with at most 256 colors gets a palette. All other images are encoded as truecolor,
 * strip by strip. No canvas contains the whole image, so no canvas size limit applies. Metadata are added
 * afterwards. The photo's location is never exported.
 */
import { concatBytes, uint32 } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { chunk, colorChunks, combineAdler32, iendChunk, pngStart, ZLIB_HEADER } from '#client/kit/pixels/png/chunks.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { PixelSource } from '../../pixelSource.ts'
import type { StripSetup } from '../../strips/createStripEncoder.ts'
import { compileOnce, type EncodersOfStrips, encodeInStrips, StripEncoders } from '../../strips/encodeInStrips.ts'
import { type EncodedStrip, eachStrip, planStrips } from '../../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import compiled from './kernel/encodeStrip.ts?wasm'

export { pngWithMetadata } from '../../../gainmap/writeGainMap.ts'

/**
 * Encodes an image as an 8-bit PNG, with an alpha channel unless the image is opaque. Fails with
 * 'aborted', 'context-lost' or 'encode-failed'.
 */
export async function encodePng(
  source: PixelSource,
  options: ExportOptions,
  createEncoders = (setup: StripSetup, strips: number): EncodersOfStrips => new StripEncoders(setup, strips),
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  const code = pngKernel()
  if (!code) return err('encode-failed')
  const { size, opaque, maxSide, colorSpace } = source
  const strips = planStrips(size, maxSide)
  const encoded = await encodeInStrips(source, strips, createEncoders({ code, opaque }, strips.length), options)
  if (!encoded.ok) return encoded
  return ok(new Blob(joinPng(truecolorPngHead(size, opaque, colorSpace), encoded.value), { type: 'image/png' }))
}

/** Returns the compiled kernel. Returns null if the browser lacks memory for its code. */
export const pngKernel = compileOnce(compiled)

const TRUECOLOR = 2
const INDEXED = 3
const TRUECOLOR_WITH_ALPHA = 6
/** An empty stored block, marked as the last block of a DEFLATE stream. */
const LAST_BLOCK = [0x01, 0x00, 0x00, 0xff, 0xff]

/** Returns the bytes before the pixels of a truecolor PNG: signature, IHDR and the color space. */
export const truecolorPngHead = (size: Size, opaque: boolean, space: ColorSpace = 'srgb'): Uint8Array<ArrayBuffer> =>
  headOf(size, opaque ? TRUECOLOR : TRUECOLOR_WITH_ALPHA, space)

/**
 * Returns the bytes before the pixels of a PNG with a palette. `colors`: the RGBA bytes of each color as a
 * little-endian number.
 */
function palettePngHead(size: Size, colors: readonly number[], space: ColorSpace = 'srgb'): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(Uint32Array.from(colors).buffer)
  const palette = Array.from(rgba).filter((_, i) => i % 4 < 3)
  const alphas = Array.from(rgba).filter((_, i) => i % 4 === 3)
  const isOpaque = alphas.every((alpha) => alpha === 255)
  return concatBytes([
    headOf(size, INDEXED, space),
    chunk('PLTE', palette),
    ...(isOpaque ? [] : [chunk('tRNS', alphas)]),
  ])
}

const headOf = (size: Size, colorType: number, space: ColorSpace) =>
  concatBytes([pngStart(size, colorType), ...colorChunks(space)])

/**
 * Returns the parts of a PNG file in order. After the strips, a last IDAT contains the final block and the Adler-32 of
 * all filtered rows.
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

const MAX_COLORS = 256

/**
 * Losslessly encodes an image of at most 256 colors as a PNG with a palette (PNG spec, 11.2.2, color type 3). Returns
 * null at the 257th color. The browser's own deflate writes one zlib stream. Fails with 'aborted' or 'context-lost'.
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

/** Wraps each chunk of the stream in an IDAT chunk. Stores the chunks as blobs, outside the page's heap. */
async function idatChunks(stream: ReadableStream<Uint8Array>): Promise<Blob[]> {
  const chunks: Blob[] = []
  const reader = stream.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    chunks.push(new Blob([chunk('IDAT', piece.value)]))
  return chunks
}

/**
 * Returns rows of palette indices. Each row begins with the filter type None. A new color gets the next index. Returns
 * null if the palette is full.
 */
function indexRows(rgba: Uint8Array<ArrayBuffer>, width: number, indices: Map<number, number>) {
  const colors = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  const rows = colors.length / width
  const out = new Uint8Array(rows * (width + 1))
  let [last, lastIndex] = [-1, 0]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < width; x++) {
      const color = colors[y * width + x] as number
      if (color !== last) {
        const index = indices.get(color) ?? indices.size
        if (index === MAX_COLORS) return null
        indices.set(color, index)
        last = color
        lastIndex = index
      }
      out[y * (width + 1) + 1 + x] = lastIndex
    }
  return out
}
