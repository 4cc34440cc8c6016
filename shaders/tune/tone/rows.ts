import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/** The sliders Exposure, Highlights and Shadows (ranges: decisions, "Units and geometry"). */
export const toneRows = {
  exposure: { field: number('Exposure', { default: 0, min: -100, max: 100 }), section: 'light', isFirst: true },
  highlights: { field: number('Highlights', { default: 0, min: -100, max: 100 }), section: 'light' },
  shadows: { field: number('Shadows', { default: 0, min: -100, max: 100 }), section: 'light' },
} satisfies Record<string, Enhancement>
