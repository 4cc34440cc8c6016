import type { ColorField as Field, Hex } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { ColorField } from '../../kit/ui/controls/ColorField.tsx'
import { type FieldPath, useFieldEvents, useFieldValue } from './useField.ts'

interface Props<N extends string> extends FieldPath<N, Hex> {
  field: Field
}

/** A control for a colour field: typed, picked, or one of the presets. */
export function FieldColor<N extends string>({ field, ...at }: Props<N>) {
  const value = useFieldValue<N, Hex>(at)
  const events = useFieldEvents<N, Hex>(t(field.label), at)
  return <ColorField {...events} label={t(field.label)} value={value} initial={field.default} />
}
