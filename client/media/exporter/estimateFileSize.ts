import { ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError } from './exportError.ts'
import type { EncodedPicture } from './formats/format.ts'
import type { PixelSource } from './pixelSource.ts'
import { sampleRows } from './sampleRows.ts'

/**
 * How large the file of `source` will be, bytes: a sample of about `pixels` px is encoded, and the whole picture where
 * the sample's size does not scale. Fails as `encode` does.
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
