import { clamp, commitTyped, type NumberField } from '../base/fields.ts'
import { NumberInput } from '../ui/NumberInput.tsx'
import { UNIT_SIGNS } from './units.ts'
import { type FieldPath, useFieldEvents, useFieldValue } from './useField.ts'

interface Props<N extends string> extends FieldPath<N, number> {
  field: NumberField
}

/** A number to type, without a slider. */
export function FieldNumber<N extends string>({ field, ...at }: Props<N>) {
  const value = useFieldValue<N, number>(at)
  const { onSet } = useFieldEvents<N, number>(field.label, at)
  return (
    <NumberInput
      label={field.label}
      value={value}
      min={field.hardMin}
      max={field.hardMax}
      step={field.step}
      unit={UNIT_SIGNS[field.unit]}
      commitTyped={(typed, current) => commitTyped(field, typed, current)}
      onSet={(next) => onSet(clamp(field, next))}
    />
  )
}
