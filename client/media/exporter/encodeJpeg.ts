/** A picture → a baseline JPEG, strip by strip. Transparency is lost: the source has to stand on a ground. */
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { createEncoders, type StripFormat } from './encoders.ts'
import { encodeStrips } from './encodeStrips.ts'
import type { ExportError, ExportOptions } from './exporter.ts'
import { jpegHead, jpegTail } from './jpeg/container.ts'
import { createJpegEncoder, type EncodedJpegStrip, type JpegStrip, unitSide } from './jpeg/strip.ts'
import type { PixelSource } from './paintStrips.ts'
import { planStrips } from './planStrips.ts'

const JPEG_STRIPS: StripFormat<JpegStrip, EncodedJpegStrip> = {
  startWorker: () => new Worker(new URL('./jpeg/worker.ts', import.meta.url), { type: 'module', name: 'jpeg' }),
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
