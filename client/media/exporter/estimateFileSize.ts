import type { Rect } from '#client/kit/base/geometry.ts'
import { ok, type Result } from '#client/kit/base/result.ts'
import type { EncodedPicture, ExportError } from './formats/format.ts'
import { mapSource, type PixelSource } from './pixelSource.ts'

/**
 * Estimates the file size of `source`, bytes, from a sample of about `pixels` px. Encodes the whole image if the file
 * size is not proportional to the height. Fails with the errors of `encode`.
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

/** Rows per band: a multiple of the sides of a JPEG MCU (8 and 16). Seams between such bands add few bytes. */
const BAND = 32
/** Default size of a sample, px. */
const SAMPLE_PIXELS = 3 << 20

interface Sample {
  source: PixelSource
  /** Rows of the image per row of the sample. 1 = the sample is the whole image. */
  factor: number
}

/**
 * Returns a sample of an image: evenly spaced bands of 32 full-width rows, stacked top to bottom, about `pixels` px in
 * all. Returns the image itself, with factor 1, if the sample would contain more than half of the image.
 */
export function sampleRows(source: PixelSource, pixels = SAMPLE_PIXELS): Sample {
  const { width, height } = source.size
  const all = Math.floor(height / BAND)
  const bands = Math.max(1, Math.round(pixels / (width * BAND)))
  if (bands * 2 > all) return { source, factor: 1 }
  // each band is in the middle of its part of the image
  const startOf = (band: number) => Math.floor(((band + 0.5) * height) / bands - BAND / 2)
  const rows = bands * BAND
  return {
    factor: height / rows,
    source: mapSource(source, (one) => ({
      ...one,
      size: { width, height: rows },
      async paint(region, into) {
        const pixels = into ?? new Uint8Array(4 * region.width * region.height)
        for (let y = region.y; y < region.y + region.height; ) {
          const band = Math.floor(y / BAND)
          const end = Math.min((band + 1) * BAND, region.y + region.height)
          const part: Rect = { ...region, y: startOf(band) + y - band * BAND, height: end - y }
          pixels.set(await one.paint(part), 4 * (y - region.y) * region.width)
          y = end
        }
        return pixels
      },
    })),
  }
}
