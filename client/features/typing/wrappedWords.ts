/** Inserts the automatic line breaks of a text box into a text field, and removes them from the edited text. */

import { editBetween } from './TypingSteps.ts'

/** The user's text, and the same text with the line breaks that the field shows. Offsets are UTF-16 code units. */
export interface WrappedWords {
  text: string
  /**
   * The text in the field. Line breaks replace spaces of `text`. In scripts without spaces and in hyphenated words,
   * line breaks and hyphens are additional characters.
   */
  shown: string
  /** Offsets of the additional line breaks and hyphens in `shown`, ascending. */
  added: readonly number[]
}

/**
 * Returns the text with the line breaks of `wrapped` (see `wordsOf`). `wrapped` has no spaces at line ends. If
 * `wrapped` isn't the same text, returns `text` without additional line breaks.
 */
export function wrapWords(text: string, wrapped: string): WrappedWords {
  const added: number[] = []
  let [shown, rest] = ['', text]
  for (const [i, line] of wrapped.split('\n').entries()) {
    if (i > 0) {
      const gap = /^[^\S\n]*\n?/.exec(rest)?.[0] ?? ''
      if (gap === '') added.push(shown.length)
      shown += `${gap.slice(0, -1)}\n`
      rest = rest.slice(gap.length)
    }
    const start = /^[^\S\n]*/.exec(rest)?.[0].length ?? 0
    const isDivided = !rest.startsWith(line, start)
    const end = start + line.length - (isDivided ? 1 : 0)
    if (isDivided && !(line.endsWith('-') && rest.startsWith(line.slice(0, -1), start)))
      return { text, shown: text, added: [] }
    shown += rest.slice(0, end)
    rest = rest.slice(end)
    if (!isDivided) continue
    added.push(shown.length)
    shown += '-'
  }
  return { text, shown: shown + rest, added }
}

/**
 * Returns the text after the user has changed the field's content from `shown` to `edited`. Additional line breaks and
 * hyphens outside the edited part remain.
 */
export function editWords({ text, shown, added }: WrappedWords, edited: string): WrappedWords {
  const { from, to, end } = editBetween(shown, edited)
  const typed = edited.slice(from, end)
  return {
    text: text.slice(0, offsetInText(added, from)) + typed + text.slice(offsetInText(added, to)),
    shown: edited,
    added: added.flatMap((at) => {
      if (at < from) return [at]
      return at >= to ? [at + edited.length - shown.length] : []
    }),
  }
}

/**
 * Converts an offset in `from` to the offset of the same letter in `to`, which is the same text with other line breaks.
 */
export function moveOffset(offset: number, from: WrappedWords, to: WrappedWords): number {
  const inText = offsetInText(from.added, offset)
  return to.added.reduce((at, added) => (added < at ? at + 1 : at), inText)
}

const offsetInText = (added: readonly number[], offset: number) => offset - added.filter((at) => at < offset).length
