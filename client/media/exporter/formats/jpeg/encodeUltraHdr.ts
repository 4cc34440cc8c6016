import { ok, type Result } from '#client/kit/values/result.ts'
import { addMetadata } from '../../../gainmap/writeGainMap.ts'
import { GAIN_MAP_QUALITY, type PixelSource } from '../../pixelSource.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { encodeJpeg } from './encodeJpeg.ts'

/** Share of the progress bar that the base image takes. The gain map has a quarter of the base image's pixels. */
const BASE_SHARE = 0.8

/**
 * Encodes a JPEG with the gain map, the IPTC DigitalSourceType and the details of its photo. The base image has the
 * same bytes as the result of `encodeJpeg`, except for the resolution in the JFIF header. If the photo has none of
 * these three, the file contains only the base image. `quality`: 1..100. Fails with the errors of `encodeJpeg`.
 */
export async function encodeUltraHdr(
  source: PixelSource,
  quality: number,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const { gainMap, sourceType, details } = source.photoData ?? {}
  if (!gainMap) {
    const base = await encodeJpeg(source, quality, options)
    return base.ok ? ok(await addMetadata(base.value, { sourceType, details })) : base
  }
  const done = { base: 0, map: 0 }
  const track = (part: keyof typeof done): ExportOptions => ({
    signal: options.signal,
    onProgress(fraction) {
      done[part] = fraction
      options.onProgress?.(BASE_SHARE * done.base + (1 - BASE_SHARE) * done.map)
    },
  })
  // Encodes base image and gain map in parallel: workers encode one image while the GPU paints the other.
  const [base, map] = await Promise.all([
    encodeJpeg(source, quality, track('base')),
    encodeJpeg(gainMap.source, GAIN_MAP_QUALITY, track('map')),
  ])
  if (!base.ok) return base
  if (!map.ok) return map
  const added = { gainMap: { jpeg: map.value, metadata: gainMap.metadata }, sourceType, details }
  return ok(await addMetadata(base.value, added))
}
