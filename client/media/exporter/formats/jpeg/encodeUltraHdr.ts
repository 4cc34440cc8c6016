import { ok, type Result } from '#client/kit/base/result.ts'
import { addMetadata } from '../../../gainmap/writeGainMap.ts'
import { GAIN_MAP_QUALITY, type PixelSource } from '../../pixelSource.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { encodeJpeg } from './encodeJpeg.ts'

/** Fraction of the progress that the base picture takes: the map has a quarter of its pixels. */
const BASE_SHARE = 0.8

/**
 * Encodes a JPEG, with the gain map and the IPTC DigitalSourceType of its photo. The base picture has the bytes of
 * `encodeJpeg`; without such data, the whole file has. `quality`: 1..100. Fails with the errors of `encodeJpeg`.
 */
export async function encodeUltraHdr(
  source: PixelSource,
  quality: number,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const { gainMap, sourceType } = source.photoData ?? {}
  const share = (from: number, to: number): ExportOptions => ({
    signal: options.signal,
    onProgress: (fraction) => options.onProgress?.(from + (to - from) * fraction),
  })
  const base = await encodeJpeg(source, quality, share(0, gainMap ? BASE_SHARE : 1))
  if (!base.ok) return base
  if (!gainMap) return ok(await addMetadata(base.value, { sourceType }))
  const map = await encodeJpeg(gainMap.source, GAIN_MAP_QUALITY, share(BASE_SHARE, 1))
  if (!map.ok) return map
  return ok(await addMetadata(base.value, { gainMap: { jpeg: map.value, metadata: gainMap.metadata }, sourceType }))
}
