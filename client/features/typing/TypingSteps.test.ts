import { expect, it } from 'vitest'
import { TypingSteps } from './TypingSteps.ts'

/** Records successive edits, each given by the whole text. */
function typed(...texts: string[]) {
  const steps = new TypingSteps()
  for (const [i, text] of texts.entries()) if (i > 0) steps.record(texts[i - 1]!, text)
  return steps
}

it.each([
  ['one word', ['', 'a', 'ab'], ['']],
  ['two words', ['', 'a', 'a ', 'a b'], ['a', '']],
  ['two letters at different places', ['ab', 'abc', '1abc'], ['abc', 'ab']],
  ['a pasted text after a word', ['', 'a', 'a long text'], ['a', '']],
  ['deleted letters', ['abc', 'ab', 'a'], ['abc']],
  ['a replaced selection', ['old', 'n', 'ne'], ['n', 'old']],
])('undo returns the text before %s', (_, texts, expected) => {
  const steps = typed(...texts)
  let now = texts.at(-1)!
  const undone = expected.map(() => {
    now = steps.undo(now)!.text
    return now
  })
  expect(undone).toEqual(expected)
  expect(steps.undo(now)).toBeNull()
})

it('redo restores the undone text and places the caret after the change', () => {
  const steps = typed('a c', 'a bc', 'a b c')
  expect(steps.undo('a b c')).toEqual({ text: 'a bc', caret: 3 })
  expect(steps.redo('a bc')).toEqual({ text: 'a b c', caret: 4 })
  expect(steps.redo('a b c')).toBeNull()
})

it('typing after undo discards the undone steps', () => {
  const steps = typed('', 'a', 'a ', 'a b')
  steps.undo('a b')
  steps.record('a', 'ac')
  expect(steps.redo('ac')).toBeNull()
  expect(steps.undo('ac')).toMatchObject({ text: 'a' })
})
