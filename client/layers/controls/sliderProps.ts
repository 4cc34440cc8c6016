import { commitTyped, type NumberField } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { UNIT_SIGNS } from './units.ts'

/** The props of `Slider` for a numeric field: label, range, step, unit, default and parser of typed numbers. */
export const sliderPropsOf = (field: NumberField) => ({
  label: t(field.label),
  min: field.min,
  max: field.max,
  step: field.step,
  unit: UNIT_SIGNS[field.unit],
  initial: field.default,
  commitTyped: (typed: string, current: number) => commitTyped(field, typed, current),
})
