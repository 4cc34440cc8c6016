import { ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError } from './exportError.ts'
import type { EncodedPicture } from './formats/format.ts'
import type { PixelSource } from './pixelSource.ts'
import { sampleRows } from './sampleRows.ts'

/**
 * Estimates the size of the file of `source`, bytes. Encodes a sample of about `pixels` px and multiplies its size.
 * When the file size does not scale with the height, encodes the whole picture instead. Fails with the errors of
 * `encode`.
 */
export async function estimateFileSize(
  source: PixelSource,
  encode: (source: PixelSource) => Promise<Result<EncodedPicture, ExportError>>,
  pixels?: number,
): Promise<Result<number, ExportError>> {
  const sample = sampleRows(source, pixels)
  const encoded = await encode(sample.source)
  if (!encoded.ok) return encoded
  if (sample.factor === 1 || encoded.value.scalesWithHeight) return ok(encoded.value.file.size * sample.factor)
  const whole = await encode(source)
  return whole.ok ? ok(whole.value.file.size) : whole
}
