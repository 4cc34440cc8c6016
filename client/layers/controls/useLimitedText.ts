/** Text input with a maximum length. Drops excess text and shows an error. */

import { type ChangeEvent, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import type { StringField } from '#client/kit/values/fields.ts'

interface Limited {
  /** Error message; null = no text was dropped. */
  error: string | null
  onChange(event: ChangeEvent<HTMLTextAreaElement>): void
}

/**
 * Hook that returns the change handler and the error message of a multi-line input. If the text exceeds the field's
 * maximum length, drops the characters before the caret.
 */
export function useLimitedText({ maxLength }: StringField, onSet: (text: string) => void): Limited {
  const [isCut, setCut] = useState(false)
  return {
    error: isCut ? t('Text is limited to {max, number} characters. The rest was removed.', { max: maxLength }) : null,
    onChange({ currentTarget: area }) {
      const { text, caret } = truncateAtCaret(area.value, area.selectionStart, maxLength)
      setCut(text !== area.value)
      if (text !== area.value) {
        // assigned directly, because React would move the caret to the end
        area.value = text
        area.setSelectionRange(caret, caret)
      }
      onSet(text)
    },
  }
}

/** Shortens `text` to `maxLength` by dropping characters before the caret. Never splits a surrogate pair. */
export function truncateAtCaret(text: string, caret: number, maxLength: number): { text: string; caret: number } {
  if (text.length <= maxLength) return { text, caret }
  const wanted = Math.max(0, caret - (text.length - maxLength))
  const end = /[\uD800-\uDBFF]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted
  return { text: (text.slice(0, end) + text.slice(caret)).slice(0, maxLength), caret: end }
}
