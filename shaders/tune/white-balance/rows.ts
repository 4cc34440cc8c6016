import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/** The sliders Temperature (warm > 0) and Colour tint (magenta > 0, green < 0). */
export const whiteBalanceRows = {
  temperature: { field: number('Temperature', { default: 0, min: -100, max: 100 }), section: 'colour' },
  tint: { field: number('Colour tint', { default: 0, min: -100, max: 100 }), section: 'colour' },
} satisfies Record<string, Enhancement>
