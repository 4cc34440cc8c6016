import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/** The slider Sharpness. */
export const sharpnessRows = {
  sharpness: { field: number('Sharpness', { default: 0, min: 0, max: 100 }), section: 'detail' },
} satisfies Record<string, Enhancement>
