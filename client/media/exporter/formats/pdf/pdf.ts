/** PDF 1.7 (ISO 32000-1) for print: one page, whose picture is a JPEG at the resolution that the user chooses. */
import { number } from '#client/kit/base/fields.ts'
import { ok } from '#client/kit/base/result.ts'
import { defineFormat } from '../format.ts'
import { quality } from '../quality.ts'

/**
 * The PDF export format: one page with a JPEG of the whole picture, for print. Imports its encoder when it is first
 * used.
 */
export const pdf = defineFormat({
  id: 'pdf',
  label: 'PDF',
  extension: 'pdf',
  mimeType: 'application/pdf',
  options: {
    quality,
    /** Determines the size of the page, inches: px / dpi. */
    resolution: number('Resolution (dpi)', { default: 300, min: 72, max: 1200, isWhole: true }),
    /** Width of the strip that the print shop cuts off at each edge. */
    bleed: number('Bleed (mm)', { default: 0, min: 0, max: 20, step: 0.5 }),
  },
  keepsAlpha: false,
  maxSide: 65_535, // that of the JPEG
  needs: ['exactReadback'],
  isSupported: async () => true,
  async encode(source, values, options) {
    const { encodePdf } = await import('./encodePdf.ts')
    const encoded = await encodePdf(source, values, options)
    return encoded.ok ? ok({ file: encoded.value, scalesWithHeight: true }) : encoded
  },
})
