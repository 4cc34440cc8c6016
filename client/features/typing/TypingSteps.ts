/**
 * An edit in a text field. The characters from `from` to `to` of the old text were replaced with the characters from
 * `from` to `end` of the new text.
 */
export interface Edit {
  from: number
  to: number
  end: number
}

/** Returns the smallest edit that turns one string into another. Offsets are UTF-16 code units. */
export function editBetween(before: string, after: string): Edit {
  const least = Math.min(before.length, after.length)
  let from = 0
  while (from < least && before[from] === after[from]) from++
  let same = 0
  while (same < least - from && before.at(-1 - same) === after.at(-1 - same)) same++
  return { from, to: before.length - same, end: after.length - same }
}

/**
 * Undo steps of text that the user is typing. The browser's own undo steps are lost when a script sets the field's
 * value, for instance because lines break elsewhere. Each typed word is one step. Each sequence of deleted letters is
 * one step.
 */
export class TypingSteps {
  private readonly past: string[] = []
  private future: string[] = []
  /** The kind of the latest edit, and the caret's position after that edit. */
  private last: { kind: 'letter' | 'deletion' | null; caret: number } = { kind: null, caret: 0 }

  /** Records an edit by the user, as a new undo step or as part of the latest step. */
  record(before: string, after: string): void {
    const { from, to, end } = editBetween(before, after)
    if (from === to && from === end) return
    const isInsertion = from === to
    const kind = isInsertion && end - from <= 2 ? 'letter' : end === from && to - from <= 2 ? 'deletion' : null
    const isNext = this.last.caret === (isInsertion ? from : to) || (kind === 'deletion' && this.last.caret === from)
    const isNewWord = isInsertion && /\s/.test(after.slice(from, end))
    if (kind === null || kind !== this.last.kind || !isNext || isNewWord) this.past.push(before)
    this.last = { kind, caret: end }
    this.future = []
  }

  /** Returns the text before the latest step and its caret, or null if there is no step. `now`: the current text. */
  undo = (now: string) => this.move(this.past, this.future, now)

  /** Redoes the most recently undone step. Returns its text and its caret, or null if no step was undone. */
  redo = (now: string) => this.move(this.future, this.past, now)

  private move(from: string[], to: string[], now: string): { text: string; caret: number } | null {
    const text = from.pop()
    if (text === undefined) return null
    to.push(now)
    this.last = { kind: null, caret: 0 }
    return { text, caret: editBetween(now, text).end }
  }
}
