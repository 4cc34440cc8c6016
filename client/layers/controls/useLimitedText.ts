/** Text input with a maximum length: excess typed or pasted text is dropped, and an error is shown. */

import { type ChangeEvent, useState } from 'react'
import type { StringField } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'

interface Limited {
  /** The error message; null = nothing was dropped. */
  error: string | null
  onChange(event: ChangeEvent<HTMLTextAreaElement>): void
}

/**
 * Hook for a multi-line input of a string field: returns its change handler and its error message. Text beyond the
 * field's maximum length is dropped where the caret is, and the error says so.
 */
export function useLimitedText({ maxLength }: StringField, onSet: (text: string) => void): Limited {
  const [isCut, setCut] = useState(false)
  return {
    error: isCut ? t('Text is limited to {max, number} characters. The rest was removed.', { max: maxLength }) : null,
    onChange({ currentTarget: area }) {
      const { text, caret } = truncateAtCaret(area.value, area.selectionStart, maxLength)
      setCut(text !== area.value)
      if (text !== area.value) {
        // Before React does it, which would take the caret to the end.
        area.value = text
        area.setSelectionRange(caret, caret)
      }
      onSet(text)
    },
  }
}

/** Shortens `text` to `maxLength` by dropping characters before the caret (the inserted ones); never half a surrogate pair. */
export function truncateAtCaret(text: string, caret: number, maxLength: number): { text: string; caret: number } {
  if (text.length <= maxLength) return { text, caret }
  const wanted = Math.max(0, caret - (text.length - maxLength))
  const end = /[\uD800-\uDBFF]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted
  return { text: (text.slice(0, end) + text.slice(caret)).slice(0, maxLength), caret: end }
}
