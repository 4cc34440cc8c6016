import { type ChangeEvent, useState } from 'react'
import type { StringField } from '../base/fields.ts'
import { TextArea } from '../ui/TextField.tsx'
import { type FieldPath, useFieldEvents, useFieldValue } from './useField.ts'

interface Props<N extends string> extends FieldPath<N, string> {
  field: StringField
  hasHiddenLabel?: boolean
  placeholder?: string
}

/** Words over several lines. A burst of typing is one step; what is more than the field holds is left out and said. */
export function FieldText<N extends string>({ field, hasHiddenLabel = false, placeholder, ...at }: Props<N>) {
  // In step with the keystroke: a render later the caret would jump to the end.
  const value = useFieldValue<N, string>(at, true)
  const { onSet } = useFieldEvents<N, string>(field.label, at)
  const [isCut, setCut] = useState(false)

  function type({ currentTarget: area }: ChangeEvent<HTMLTextAreaElement>) {
    const { text, caret } = fitted(area.value, area.selectionStart, field.maxLength)
    setCut(text !== area.value)
    if (text !== area.value) {
      // Before React does it, which would take the caret to the end.
      area.value = text
      area.setSelectionRange(caret, caret)
    }
    onSet(text)
  }

  return (
    <TextArea
      label={field.label}
      value={value}
      hasHiddenLabel={hasHiddenLabel}
      placeholder={placeholder}
      error={isCut ? `A text holds ${field.maxLength.toLocaleString('en')} characters. The rest was left out.` : null}
      onChange={type}
    />
  )
}

/** What came in at the caret gives way, not what stood there before; never half of a character. */
export function fitted(text: string, caret: number, maxLength: number): { text: string; caret: number } {
  if (text.length <= maxLength) return { text, caret }
  const wanted = Math.max(0, caret - (text.length - maxLength))
  const end = /[\uD800-\uDBFF]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted
  return { text: (text.slice(0, end) + text.slice(caret)).slice(0, maxLength), caret: end }
}
