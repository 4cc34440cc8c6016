/** PNG (W3C PNG specification, third edition): lossless, with alpha; a palette where 256 colours are enough. */
import { ok } from '#client/kit/base/result.ts'
import { defineFormat } from '../format.ts'

/** The PNG export format: lossless, with alpha. Encodes a palette PNG where the picture has at most 256 colours. */
export const png = defineFormat({
  id: 'png',
  label: 'PNG',
  extension: 'png',
  mimeType: 'image/png',
  options: {},
  keepsAlpha: true,
  maxSide: 2 ** 31 - 1, // PNG spec, 11.2.2
  needs: ['exactReadback'],
  isSupported: async () => true,
  async encode(source, _values, options) {
    const { encodePalettePng } = await import('./deflatePng.ts')
    const indexed = await encodePalettePng(source, options)
    if (indexed) return indexed.ok ? ok({ file: indexed.value, scalesWithHeight: false }) : indexed
    const { encodePng } = await import('./encodePng.ts')
    const encoded = await encodePng(source, options)
    return encoded.ok ? ok({ file: encoded.value, scalesWithHeight: true }) : encoded
  },
})
