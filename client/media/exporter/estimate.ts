/** How large a file will be: a sample of the picture is encoded, or all of it where a sample would not tell. */
import { ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError } from './exporter.ts'
import type { PixelSource } from './paintStrips.ts'
import { sampled } from './sampled.ts'
import type { ExportFormat } from './settings.ts'

export interface EncodedFile {
  file: Blob
  isIndexed: boolean
}

/**
 * Bytes per px, under which the seams between a sample's bands weigh in a WebP, which predicts each block from those
 * above it: a clear sky came out 1.7 times as large, a photo at 0.24 bytes per px 1.02 times.
 */
const FLAT_WEBP = 0.1

/** `pixels`: about so many are encoded; a palette counts only when all of the picture has one. */
export async function estimatedBytes(
  source: PixelSource,
  encode: (source: PixelSource) => Promise<Result<EncodedFile, ExportError>>,
  format: ExportFormat,
  pixels?: number,
): Promise<Result<number, ExportError>> {
  const sample = sampled(source, pixels)
  const encoded = await encode(sample.source)
  if (!encoded.ok) return encoded
  const { file, isIndexed } = encoded.value
  const { width, height } = sample.source.size
  const isFlat = format === 'webp' && file.size < FLAT_WEBP * width * height
  if (sample.factor === 1 || !(isIndexed || isFlat)) return ok(file.size * sample.factor)
  const whole = await encode(source)
  return whole.ok ? ok(whole.value.file.size) : whole
}
