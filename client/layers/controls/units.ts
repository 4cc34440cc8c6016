import type { Unit } from '../../kit/base/fields.ts'

/** What stands after a number. */
export const UNIT_SIGNS: Record<Unit, string> = { percent: '%', px: 'px', degrees: '°', factor: '×', none: '' }
