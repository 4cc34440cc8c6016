/** WebP (RFC 9649), lossy with lossless alpha, by the browser's own encoder. */
import { ok } from '#client/kit/base/result.ts'
import { defineFormat } from '../format.ts'
import { quality } from '../quality.ts'

/**
 * A file with fewer bytes per px than this is too flat for an estimate from a sample. WebP predicts each block from its
 * neighbours, and in flat pictures the seams between a sample's bands dominate: the estimate for a clear sky was 1.7
 * times the true size; the estimate for a photo with 0.24 bytes per px was 1.02 times the true size.
 */
const FLAT = 0.1

/** The WebP export format: lossy colours, lossless alpha. Supported where the browser's canvas encodes WebP. */
export const webp = defineFormat({
  id: 'webp',
  label: 'WebP',
  extension: 'webp',
  mimeType: 'image/webp',
  options: { quality },
  keepsAlpha: true,
  maxSide: 16_383, // RFC 9649, 2.6: 14 bits
  needs: ['exactReadback', 'exactCanvas'],
  async isSupported() {
    const { canEncodeWebp } = await import('./encodeWebp.ts')
    return canEncodeWebp()
  },
  async encode(source, { quality }, options) {
    const { encodeWebp } = await import('./encodeWebp.ts')
    const encoded = await encodeWebp(source, quality, options)
    if (!encoded.ok) return encoded
    const { width, height } = source.size
    return ok({ file: encoded.value, scalesWithHeight: encoded.value.size >= FLAT * width * height })
  },
})
