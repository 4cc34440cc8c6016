import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

/** The slider Blacks: a toe curve that darkens shadows and keeps black and white. */
export const blacksRows = {
  blacks: { field: number('Blacks', { default: 0, min: 0, max: 100 }), section: 'light' },
} satisfies Record<string, Enhancement>
