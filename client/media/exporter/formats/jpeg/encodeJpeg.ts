/** A picture → a baseline JPEG, strip by strip. Transparency is lost: the source has to stand on a ground. */
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../exportError.ts'
import { encodeStrips } from '../../strips/encodeStrips.ts'
import type { PixelSource } from '../../strips/paintStrips.ts'
import { planStrips } from '../../strips/planStrips.ts'
import { createEncoders, type StripFormat } from '../../strips/stripEncoders.ts'
import { jpegHead, jpegTail } from './jpegContainer.ts'
import { createJpegEncoder, type EncodedJpegStrip, type JpegStrip, unitSide } from './jpegStrip.ts'

const JPEG_STRIPS: StripFormat<JpegStrip, EncodedJpegStrip> = {
  startWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'jpeg' }),
  createEncoder: createJpegEncoder,
  code: () => null,
}

/** `quality`: 1 … 100. */
export async function encodeJpeg(
  painter: PixelSource,
  quality: number,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  const { size, maxSide } = painter
  const strips = planStrips(size, maxSide, unitSide(quality))
  const encoded = await encodeStrips(
    painter,
    strips,
    createEncoders(JPEG_STRIPS, strips.length),
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
  return ok(new Blob([jpegHead(size, quality), ...chunks, jpegTail()], { type: 'image/jpeg' }))
}
