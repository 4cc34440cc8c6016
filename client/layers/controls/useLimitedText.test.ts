import { expect, it } from 'vitest'
import { truncateAtCaret } from './useLimitedText.ts'

it.each([
  ['abc', 3, { text: 'abc', caret: 3 }],
  ['abcdefgh', 8, { text: 'abcde', caret: 5 }],
  // 'XYZ' was pasted into 'ab|cd' (| = caret). The existing text is unchanged, and only one pasted letter fits.
  ['abXYZcd', 5, { text: 'abXcd', caret: 3 }],
  ['abcd\u{1F600}', 6, { text: 'abcd', caret: 4 }],
])('truncateAtCaret cuts %j with the caret at %d to at most 5 characters', (text, caret, expected) => {
  expect(truncateAtCaret(text, caret, 5)).toEqual(expected)
})
