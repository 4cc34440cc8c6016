/**
 * A document → a PNG of its native size, strip by strip. No canvas of the whole picture ever exists, so neither its
 * limits nor its memory apply.
 */
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { encodeStrips } from './encodeStrips.ts'
import type { ExportError, ExportOptions } from './exporter.ts'
import type { PixelSource } from './paintStrips.ts'
import { planStrips } from './planStrips.ts'
import { combineAdler32 } from './png/adler32.ts'
import { pngHead, pngTail } from './png/container.ts'
import { createPngEncoders, type PngEncoders } from './png/encoders.ts'

export async function exportPng(
  doc: Pick<DocumentSnapshot, 'photo'>,
  painter: PixelSource,
  options: ExportOptions,
  startEncoders: (strips: number) => PngEncoders = createPngEncoders,
): Promise<Result<Blob, ExportError>> {
  return doc.photo ? encodePng(painter, options, startEncoders) : err('no-image')
}

/** Truecolour, with alpha unless the picture has none. */
export async function encodePng(
  painter: PixelSource,
  options: ExportOptions,
  startEncoders: (strips: number) => PngEncoders = createPngEncoders,
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  const { size, opaque, maxSide } = painter
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
  return ok(new Blob([pngHead(size, opaque), ...chunks, pngTail(adler)], { type: 'image/png' }))
}
