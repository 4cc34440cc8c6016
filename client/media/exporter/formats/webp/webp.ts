/** WebP (RFC 9649), lossy with lossless alpha, by the browser's own encoder. */
import { ok } from '#client/kit/base/result.ts'
import { defineFormat } from '../format.ts'
import { quality } from '../quality.ts'

/**
 * Bytes per px. A WebP predicts each block from those above it, so in flatter pictures the seams between a sample's
 * bands weigh: the sample of a clear sky came out 1.7 times as large, that of a photo of 0.24 bytes per px 1.02 times.
 */
const FLAT = 0.1

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
