/** JPEG (ITU-T T.81), baseline, in a JFIF file: lossy, without alpha. */
import { ok } from '#client/kit/base/result.ts'
import { defineFormat } from '../format.ts'
import { quality } from '../quality.ts'

/** The JPEG export format: baseline, lossy, without alpha. Imports its encoder when it is first used. */
export const jpeg = defineFormat({
  id: 'jpeg',
  label: 'JPEG',
  extension: 'jpg',
  mimeType: 'image/jpeg',
  options: { quality },
  keepsAlpha: false,
  maxSide: 65_535, // T.81, B.2.2: 16 bits
  needs: ['exactReadback'],
  isSupported: async () => true,
  async encode(source, { quality }, options) {
    const { encodeJpeg } = await import('./encodeJpeg.ts')
    const encoded = await encodeJpeg(source, quality, options)
    return encoded.ok ? ok({ file: encoded.value, scalesWithHeight: true }) : encoded
  },
})
