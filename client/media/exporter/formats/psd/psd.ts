/** PSD (Adobe Photoshop File Formats Specification): lossless, with every layer by name, and the merged picture. */
import { ok } from '#client/kit/base/result.ts'
import { defineFormat } from '../format.ts'

/** The PSD export format: lossless, with one Photoshop layer per layer, and the merged picture. */
export const psd = defineFormat({
  id: 'psd',
  label: 'PSD',
  extension: 'psd',
  mimeType: 'image/vnd.adobe.photoshop',
  options: {},
  keepsAlpha: true,
  isLayered: true,
  maxSide: 30_000, // of version 1, "File Header Section"
  needs: ['exactReadback'],
  isSupported: async () => true,
  async encode(source, _values, options) {
    const { encodePsd } = await import('./encodePsd.ts')
    const encoded = await encodePsd(source, options)
    return encoded.ok ? ok({ file: encoded.value, scalesWithHeight: true }) : encoded
  },
})
