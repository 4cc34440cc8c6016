import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../exportError.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { encodeStrips } from '../../strips/encodeStrips.ts'
import { planStrips } from '../../strips/planStrips.ts'
import { createStripEncoders, type StripCodec } from '../../strips/stripEncoders.ts'
import { jpegHead, jpegTail } from './jpegContainer.ts'
import { createJpegStripEncoder, type EncodedJpegStrip, type JpegStrip, mcuSide } from './jpegStrip.ts'

const JPEG_CODEC: StripCodec<JpegStrip, EncodedJpegStrip> = {
  startWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'jpeg' }),
  createEncoder: createJpegStripEncoder,
  code: () => null,
}

/**
 * Encodes a baseline JPEG, strip by strip. Alpha is ignored: the caller composites transparent pictures over a colour.
 * `quality`: 1..100. Fails with 'aborted', 'context-lost' or 'encode-failed'.
 */
export async function encodeJpeg(
  painter: PixelSource,
  quality: number,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  const { size, maxSide, colorSpace } = painter
  const strips = planStrips(size, maxSide, mcuSide(quality))
  const encoded = await encodeStrips(
    painter,
    strips,
    createStripEncoders(JPEG_CODEC, strips.length),
    ({ strip: { y, rows }, rgba }) => ({
      width: size.width,
      rows,
      rgba,
      y,
      isLast: y + rows === size.height,
      quality,
    }),
    options,
  )
  if (!encoded.ok) return encoded
  const chunks = encoded.value.map(({ chunk }) => chunk)
  return ok(new Blob([jpegHead(size, quality, colorSpace), ...chunks, jpegTail()], { type: 'image/jpeg' }))
}
