import { number } from '../../../client/kit/base/fields.ts'
import type { Enhancement } from '../enhancement.ts'

export const blacksRows = {
  blacks: { field: number('Blacks', { default: 0, min: 0, max: 100 }), section: 'light' },
} satisfies Record<string, Enhancement>
