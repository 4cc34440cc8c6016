import { expect, it } from 'vitest'
import { directionOf, linesOf } from './direction.ts'

it.each([
  ['one', ['one']],
  ['', ['']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\rc', ['a', 'b', 'c']],
  ['a\u2028b\u2029c', ['a', 'b', 'c']],
  ['a\n\nb\n', ['a', '', 'b', '']],
  ['👨‍👩‍👧‍👦\u200d', ['👨‍👩‍👧‍👦\u200d']],
  ['a\ud83d', ['a\ufffd']],
])('breaks %j into lines', (text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

it.each([
  ['hello', 'ltr'],
  ['שלום', 'rtl'],
  ['مرحبا', 'rtl'],
  ['123 שלום', 'rtl'],
  ['1. hello שלום', 'ltr'],
  ['!?', 'ltr'],
  ['\u200fabc', 'rtl'],
  ['ދިވެހި', 'rtl'],
  ['नमस्ते', 'ltr'],
])('reads %j as %s', (line, direction) => {
  expect(directionOf(line)).toBe(direction)
})
