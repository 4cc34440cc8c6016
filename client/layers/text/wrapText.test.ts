import { expect, it } from 'vitest'
import { wrapLine } from './wrapText.ts'

it.each([
  ['How leopards hunt', 1, 'How leopards hunt'],
  ['How leopards hunt', 2, 'How leopards\nhunt'],
  ['one two three four', 2, 'one two\nthree four'],
  ['one two three four', 4, 'one\ntwo\nthree\nfour'],
  ['What lemurs really do at night', 3, 'What lemurs\nreally do\nat night'],
  ['What lemurs really do at night', 4, 'What\nlemurs\nreally do\nat night'],
  ['Word', 3, 'Word'],
  ['', 2, ''],
  ['مرحبا بكم في عالم', 2, 'مرحبا بكم\nفي عالم'],
])('wrapLine breaks %j into %d lines', (line, count, lines) => {
  expect(wrapLine(line, count)).toBe(lines)
})

it('wrapLine breaks Japanese only between words and never before punctuation', () => {
  const lines = wrapLine('はじめての、写真編集ガイド。', 2).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).toBe('はじめての、写真編集ガイド。')
  expect(lines.some((line) => /^[、。]/.test(line))).toBe(false)
})

it('wrapLine breaks the longest text into lines of similar length', () => {
  const line = 'a '.repeat(1000)
  const lines = wrapLine(line, 5).split('\n')
  expect(lines.join(' ')).toBe(line.trimEnd())
  expect(lines.map(({ length }) => length)).toEqual(Array(5).fill(399))
})
