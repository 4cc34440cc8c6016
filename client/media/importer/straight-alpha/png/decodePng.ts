import type { ConvertColor } from '#client/kit/pixels/color-space/convertPixels.ts'
import type { StraightPixels } from '../../../file/applyOrientation.ts'
import { parsePng } from './parsePng.ts'
import { passesOf, reconstructRow, rowWriter } from './scanlines.ts'

/** The pixels of a file without color conversion, and their color space. */
export interface DecodedFile extends StraightPixels {
  isGray: boolean
  /** The PNG chunks that define the color space. An empty list means sRGB. */
  colorChunks: Uint8Array<ArrayBuffer>[]
}

/**
 * Decodes a PNG to 8 bits per channel with straight alpha. `conversionFor` receives the bits per sample and returns a
 * color conversion. Without this conversion, colors stay in the file's color space.
 * @throws if the file is damaged
 */
export async function decodePng(
  file: Uint8Array<ArrayBuffer>,
  conversionFor?: (depth: number) => ConvertColor,
): Promise<DecodedFile> {
  const png = parsePng(file)
  if (!png) throw new Error('the PNG file has no header')
  const { width, height, depth, channels } = png
  const rgba = new Uint8ClampedArray(4 * width * height)
  const pixelBytes = Math.max(1, (depth * channels) >> 3)
  const write = rowWriter(png, conversionFor?.(depth) ?? null)
  const stream = createInflateReader(png.imageData)
  for (const pass of passesOf(png, png.isInterlaced)) {
    const rowBytes = Math.ceil((pass.width * depth * channels) / 8)
    let [row, above] = [new Uint8Array(1 + rowBytes), new Uint8Array(1 + rowBytes)]
    for (let y = 0; y < pass.height; y++) {
      await stream.fill(row)
      const line = row.subarray(1)
      reconstructRow(row[0] as number, line, above.subarray(1), pixelBytes)
      const first = (pass.y + y * pass.stepY) * width + pass.x
      write(line, pass.width, rgba, 4 * first, 4 * pass.stepX)
      ;[row, above] = [above, row]
    }
  }
  await stream.end()
  return { width, height, rgba, isGray: channels < 3 && png.colorType !== 3, colorChunks: png.colorChunks }
}

/**
 * Creates a reader that inflates a zlib stream (RFC 1950). `compressed` yields the parts of the stream. `fill` rejects
 * if the stream is damaged or ends before the target is full.
 */
function createInflateReader(compressed: Iterable<Uint8Array<ArrayBuffer>>) {
  const pieces = compressed[Symbol.iterator]()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const reader = stream.pipeThrough(new DecompressionStream('deflate')).getReader()
  let piece: Uint8Array = new Uint8Array(0)
  return {
    /** Fills the whole `target` with the next bytes. */
    async fill(target: Uint8Array): Promise<void> {
      for (let at = 0; at < target.length; ) {
        if (piece.length === 0) {
          const { done, value } = await reader.read()
          if (done) throw new Error('the PNG file has too few pixels')
          piece = value
        }
        const taken = piece.subarray(0, target.length - at)
        target.set(taken, at)
        piece = piece.subarray(taken.length)
        at += taken.length
      }
    },
    end: () => reader.cancel().catch(() => undefined), // ignores bytes after the last pixel
  }
}
