import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/** What shows the size and the softness: a vignette. */
const example = { vignette: -60 }

/** The sliders Vignette, its size and its softness. */
export const vignetteRows = {
  vignette: { field: number('Vignette', { default: 0, min: -100, max: 100 }), section: 'effects' },
  vignetteSize: {
    field: number('Vignette size', { default: 50, min: 0, max: 100, unit: 'percent' }),
    section: 'effects',
    example,
  },
  vignetteSoftness: {
    field: number('Vignette softness', { default: 50, min: 0, max: 100, unit: 'percent' }),
    section: 'effects',
    example,
  },
} satisfies Record<string, Enhancement>
