/** Encodes a truecolour PNG strip by strip. No canvas holds the whole picture, so no canvas size limit applies. */
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../exportError.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { encodeStrips } from '../../strips/encodeStrips.ts'
import { planStrips } from '../../strips/planStrips.ts'
import { combineAdler32 } from './adler32.ts'
import { pngHead, pngTail } from './pngContainer.ts'
import { createPngStripEncoders, type PngStripEncoders } from './pngStripEncoders.ts'

/**
 * Encodes a picture as a PNG of 8 bits per channel, with alpha unless the picture is opaque. Fails with 'aborted',
 * 'context-lost' or 'encode-failed'. `startEncoders` receives the number of strips.
 */
export async function encodePng(
  painter: PixelSource,
  options: ExportOptions,
  startEncoders: (strips: number) => PngStripEncoders = createPngStripEncoders,
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  const { size, opaque, maxSide, colorSpace } = painter
  const strips = planStrips(size, maxSide)
  const encoded = await encodeStrips(
    painter,
    strips,
    startEncoders(strips.length),
    ({ strip, rgba, above }) => ({ width: size.width, rows: strip.rows, rgba, above, opaque }),
    options,
  )
  if (!encoded.ok) return encoded
  const adler = encoded.value.reduce((sum, piece) => combineAdler32(sum, piece.adler, piece.length), 1)
  const chunks = encoded.value.map(({ chunk }) => chunk)
  return ok(new Blob([pngHead(size, opaque, colorSpace), ...chunks, pngTail(adler)], { type: 'image/png' }))
}
