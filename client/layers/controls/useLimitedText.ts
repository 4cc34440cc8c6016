/** Text input with a maximum length. Excess characters are dropped, and an error is shown. */

import { type ChangeEvent, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import type { StringField } from '#client/kit/values/fields.ts'

interface Limited {
  /** The error message, or null if no characters were dropped. */
  error: string | null
  onChange(event: ChangeEvent<HTMLTextAreaElement>): void
}

/**
 * Hook that returns the change handler and the error message of a multi-line input. If the text becomes longer than the
 * field's maximum, characters before the caret are dropped.
 */
export function useLimitedText({ maxLength }: StringField, onSet: (text: string) => void): Limited {
  const [isCut, setCut] = useState(false)
  return {
    error: isCut ? t('Text is limited to {max, number} characters. The rest was removed.', { max: maxLength }) : null,
    onChange({ currentTarget: area }) {
      const { text, caret } = truncateAtCaret(area.value, area.selectionStart, maxLength)
      setCut(text !== area.value)
      if (text !== area.value) {
        // set directly, because React would move the caret to the end
        area.value = text
        area.setSelectionRange(caret, caret)
      }
      onSet(text)
    },
  }
}

/**
 * Shortens `text` to `maxLength` UTF-16 code units by dropping characters before the caret. If these are too few, also
 * drops characters at the end. Never splits a surrogate pair before the caret.
 */
export function truncateAtCaret(text: string, caret: number, maxLength: number): { text: string; caret: number } {
  if (text.length <= maxLength) return { text, caret }
  const wanted = Math.max(0, caret - (text.length - maxLength))
  const end = /[\uD800-\uDBFF]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted
  return { text: (text.slice(0, end) + text.slice(caret)).slice(0, maxLength), caret: end }
}
