import type { StringField } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { TextArea } from '../../kit/ui/controls/TextField.tsx'
import { type FieldPath, useFieldEvents, useFieldValue } from './useField.ts'
import { useLimitedText } from './useLimitedText.ts'

interface Props<N extends string> extends FieldPath<N, string> {
  field: StringField
  hasHiddenLabel?: boolean
  placeholder?: string
}

/** A multi-line text field for a string field. Consecutive keystrokes become one undo step. */
export function FieldText<N extends string>({ field, hasHiddenLabel = false, placeholder, ...at }: Props<N>) {
  // Synchronous: with a deferred value the caret would jump to the end.
  const value = useFieldValue<N, string>(at, true)
  const { onSet } = useFieldEvents<N, string>(t(field.label), at)
  const typing = useLimitedText(field, onSet)
  return (
    <TextArea
      label={t(field.label)}
      value={value}
      hasHiddenLabel={hasHiddenLabel}
      placeholder={placeholder}
      {...typing}
    />
  )
}
