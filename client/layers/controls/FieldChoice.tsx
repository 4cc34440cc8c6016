import type { ChoiceField } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Segmented } from '../../kit/ui/controls/Segmented.tsx'
import { Select } from '../../kit/ui/controls/Select.tsx'
import { type FieldPath, useFieldEvents, useFieldValue } from './useField.ts'

interface Props<N extends string, V extends string> extends FieldPath<N, V> {
  field: ChoiceField<V>
  /** The words for each option; without them the option itself, capitalised. */
  texts?: Readonly<Record<V, string>>
}

/** Maximum number of options shown as buttons; more do not fit side by side, so a select is used. */
const MAX_SEGMENTS = 3

/** A control for a field with several options: buttons, or a select for more than three options. */
export function FieldChoice<N extends string, V extends string>({ field, texts, ...at }: Props<N, V>) {
  const value = useFieldValue<N, V>(at)
  const { onSet } = useFieldEvents<N, V>(t(field.label), at)
  const options = field.options.map((option) => ({ value: option, label: t(texts?.[option] ?? capitalised(option)) }))
  const Control = options.length <= MAX_SEGMENTS ? Segmented : Select
  return <Control label={t(field.label)} value={value} options={options} onChange={onSet} />
}

const capitalised = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
