import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/**
 * The slider Blur: the standard deviation of a Gaussian, as in CSS `blur()`, photo px. The other enhancements are steps of
 * one shader, which changes each pixel alone; Blur is none of them, because `shaders/blur` blurs the photo before that
 * shader runs.
 */
export const blurRows = {
  blur: { field: number('Blur', { default: 0, min: 0, max: 20, step: 0.1, unit: 'px' }), section: 'detail' },
} satisfies Record<string, Enhancement>
