import { clamp, type NumberField } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Slider } from '../../kit/ui/controls/Slider.tsx'
import { sliderPropsOf } from './sliderProps.ts'
import { type FieldPath, useFieldEvents, useFieldValue } from './useField.ts'

interface Props<N extends string> extends FieldPath<N, number> {
  field: NumberField
  /** The value after a double-click on the label; absent = the field's default. */
  resetTo?: number
  isDisabled?: boolean
}

/** A slider and number input for one numeric field of a record. */
export function FieldSlider<N extends string>({ field, resetTo, isDisabled = false, ...at }: Props<N>) {
  const value = useFieldValue<N, number>(at)
  const events = useFieldEvents<N, number>(t(field.label), at)
  return (
    <Slider
      {...events}
      onChange={(next) => events.onChange(clamp(field, next))}
      onSet={(next) => events.onSet(clamp(field, next))}
      {...sliderPropsOf(field)}
      value={value}
      resetTo={resetTo ?? field.default}
      isDisabled={isDisabled}
    />
  )
}
