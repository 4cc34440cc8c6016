import type { Unit } from '../../kit/base/fields.ts'

/** The symbol of each unit. */
export const UNIT_SIGNS: Record<Unit, string> = { percent: '%', px: 'px', degrees: '°', factor: '×', none: '' }
