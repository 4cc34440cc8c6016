import { expect, it } from 'vitest'
import { truncateAtCaret } from './useLimitedText.ts'

it.each([
  ['abc', 3, { text: 'abc', caret: 3 }],
  ['abcdefgh', 8, { text: 'abcde', caret: 5 }],
  // The user pastes 'XYZ' into 'ab|cd' (| = caret). Only one letter fits, and the existing text doesn't change.
  ['abXYZcd', 5, { text: 'abXcd', caret: 3 }],
  ['abcd\u{1F600}', 6, { text: 'abcd', caret: 4 }],
])('truncateAtCaret cuts %j with the caret at %d to at most 5 characters', (text, caret, expected) => {
  expect(truncateAtCaret(text, caret, 5)).toEqual(expected)
})
