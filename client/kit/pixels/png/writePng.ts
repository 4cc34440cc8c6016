import { deflate } from '../../bytes/deflate.ts'
import type { Size } from '../../geometry/geometry.ts'
import { chunk, iendChunk, pngStart } from './chunks.ts'

/** PNG color types by samples per pixel: gray, truecolor, truecolor with alpha (PNG spec, table 11.1). */
const COLOR_TYPES = { 1: 0, 3: 2, 4: 6 } as const

/**
 * Encodes 8-bit samples as a PNG file without a canvas, so that no browser premultiplies or color-converts them.
 * `samples` are row-major, `channels` bytes per pixel, with straight alpha. `extra` are chunks between IHDR and IDAT,
 * such as color profile and orientation.
 */
export async function writePng(
  { width, height }: Size,
  samples: Uint8Array,
  {
    channels = 4,
    extra = [],
  }: { channels?: keyof typeof COLOR_TYPES; extra?: readonly Uint8Array<ArrayBuffer>[] } = {},
): Promise<Blob> {
  const rowBytes = channels * width
  const rows = new Uint8Array(height * (1 + rowBytes))
  for (let y = 0; y < height; y++) rows.set(samples.subarray(rowBytes * y, rowBytes * (y + 1)), y * (1 + rowBytes) + 1)
  const start = pngStart({ width, height }, COLOR_TYPES[channels])
  const image = chunk('IDAT', await deflate(rows, 'deflate'))
  return new Blob([start, ...extra, image, iendChunk()], { type: 'image/png' })
}
