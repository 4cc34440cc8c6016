import type { Rect } from '#client/kit/base/geometry.ts'
import { changedLayers, type PixelSource } from './pixelSource.ts'

/** Rows of a band: a multiple of the MCU sides of JPEG, 8 and 16, and enough that the seams between bands cost little. */
const BAND = 32
/** Default number of px to encode. */
const SAMPLE_PIXELS = 3 << 20

export interface Sample {
  source: PixelSource
  /** Rows of the picture per row of the sample; 1 = the sample is the picture. */
  factor: number
}

/**
 * A sample of a picture as a smaller picture: evenly spread bands of 32 full-width rows, top to bottom, about `pixels` px
 * in all. The picture itself where a sample would save less than half of the work.
 */
export function sampleRows(source: PixelSource, pixels = SAMPLE_PIXELS): Sample {
  const { width, height } = source.size
  const all = Math.floor(height / BAND)
  const bands = Math.max(1, Math.round(pixels / (width * BAND)))
  if (bands * 2 > all) return { source, factor: 1 }
  // each band lies in the middle of its share of the picture
  const startOf = (band: number) => Math.floor(((band + 0.5) * height) / bands - BAND / 2)
  const rows = bands * BAND
  return {
    factor: height / rows,
    source: {
      ...source,
      ...changedLayers(source, (layer) => sampleRows(layer, pixels).source),
      size: { width, height: rows },
      async paint(region, into) {
        const pixels = into ?? new Uint8Array(4 * region.width * region.height)
        for (let y = region.y; y < region.y + region.height; ) {
          const band = Math.floor(y / BAND)
          const end = Math.min((band + 1) * BAND, region.y + region.height)
          const part: Rect = { ...region, y: startOf(band) + y - band * BAND, height: end - y }
          pixels.set(await source.paint(part), 4 * (y - region.y) * region.width)
          y = end
        }
        return pixels
      },
    },
  }
}
