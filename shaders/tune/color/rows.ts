import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/**
 * The sliders Brightness, Contrast, Saturation and Fade, percent; they change encoded colours. The first three are those of
 * CSS filters: Brightness multiplies, Contrast scales about mid-grey, Saturation mixes with luma; 100 changes nothing. Fade
 * lifts black, lowers white and takes a part of the colour away; 0 changes nothing.
 */
export const colorRows = {
  brightness: { field: number('Brightness', { default: 100, min: 0, max: 200, unit: 'percent' }), section: 'light' },
  contrast: { field: number('Contrast', { default: 100, min: 0, max: 200, unit: 'percent' }), section: 'light' },
  saturation: { field: number('Saturation', { default: 100, min: 0, max: 200, unit: 'percent' }), section: 'colour' },
  fade: { field: number('Fade', { default: 0, min: 0, max: 100, unit: 'percent' }), section: 'colour' },
} satisfies Record<string, Enhancement>
