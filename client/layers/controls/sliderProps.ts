import { commitTyped, type NumberField } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { UNIT_SIGNS } from './units.ts'

/** What a slider shows and accepts of a field: its name, range, steps, unit, default and rule for typed numbers. */
export const sliderPropsOf = (field: NumberField) => ({
  label: t(field.label),
  min: field.min,
  max: field.max,
  step: field.step,
  unit: UNIT_SIGNS[field.unit],
  initial: field.default,
  commitTyped: (typed: string, current: number) => commitTyped(field, typed, current),
})
