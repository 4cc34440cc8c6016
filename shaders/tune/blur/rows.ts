import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/**
 * The slider Blur: CSS `blur()`'s standard deviation, px. It has no step in the fused shader: `shaders/blur` blurs the
 * photo before it.
 */
export const blurRows = {
  blur: { field: number('Blur', { default: 0, min: 0, max: 20, step: 0.1, unit: 'px' }), section: 'detail' },
} satisfies Record<string, Enhancement>
