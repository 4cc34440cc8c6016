import { expect, it } from 'vitest'
import { splitIntoClusters } from './clusters.ts'
import type { LineMeasure } from './TextLayout.ts'
import { type Direction, directionOf, linesOf } from './TextLayout.ts'

const none = { trailing: 0, inkLeft: 0, inkRight: 0, inkAscent: 0, inkDescent: 0 }
const measure = (text: string): LineMeasure => ({ ...none, advance: text.length })
const texts = (line: string, direction: Direction) =>
  splitIntoClusters(line, direction, measure).map(({ text }) => text)

it.each<[string, string, Direction, string[]]>([
  ['letters', 'abc', 'ltr', ['a', 'b', 'c']],
  ['text into whole grapheme clusters', 'e\u0301👨‍👩‍👧‍👦', 'ltr', ['e\u0301', '👨‍👩‍👧‍👦']],
  ['right-to-left text from the right', 'שלום', 'rtl', ['ם', 'ו', 'ל', 'ש']],
  ['joined letters word by word', 'مرحبا بك', 'rtl', ['بك', ' ', 'مرحبا']],
  ['a number within right-to-left text', 'של12ום', 'rtl', ['ם', 'ו', '1', '2', 'ל', 'ש']],
  ['right-to-left text within left-to-right text', 'a של b', 'ltr', ['a', ' ', 'ל', 'ש', ' ', 'b']],
  [
    'a space between two words of the same direction',
    'a של ום b',
    'ltr',
    ['a', ' ', 'ם', 'ו', ' ', 'ל', 'ש', ' ', 'b'],
  ],
])('splitIntoClusters splits %s', (_, line, direction, pieces) => {
  expect(texts(line, direction)).toEqual(pieces)
})

it.each([
  ['Burmese', 'သတ္တဝါ', ['သ', 'တ္တ', 'ဝါ']],
  ['Tamil', 'ஸ்ரீ க்ஷ', ['ஸ்ரீ', ' ', 'க்ஷ']],
  ['Tamil without ligatures', 'தமிழ்', ['த', 'மி', 'ழ்']],
  ['Khmer', 'តម្លៃល្អ', ['ត', 'ម្លៃ', 'ល្អ']],
  ['Hindi', 'नमस्ते', ['न', 'म', 'स्ते']],
  ['Sinhala', 'ක්‍ර', ['ක්‍ර']],
  ['Thai', 'กำลังใจ', ['กำ', 'ลั', 'ง', 'ใ', 'จ']],
])("splitIntoClusters doesn't split joined consonants of %s", (_, line, pieces) => {
  expect(texts(line, 'ltr')).toEqual(pieces)
})

it("splitIntoClusters includes the kerning in each letter's advance", () => {
  const kerned = (text: string): LineMeasure => ({ ...none, advance: text.length - (text.includes('AV') ? 0.2 : 0) })
  const pieces = splitIntoClusters('AVA', 'ltr', kerned)
  expect(pieces.map(({ at }) => at)).toEqual([0, 1, 1.8])
  expect(pieces[1]!.advance).toBeCloseTo(0.8)
})

it('splitIntoClusters adds the letter spacing between clusters', () => {
  // Measures a line like browsers, which don't add letter spacing after the last letter.
  const spaced = (text: string): LineMeasure => ({
    ...none,
    advance: text.length + (text.length - 1) * 0.5,
    trailing: 0.5,
  })
  expect(splitIntoClusters('abc', 'ltr', spaced)).toEqual([
    { text: 'a', start: 0, at: 0, advance: 1 },
    { text: 'b', start: 1, at: 1.5, advance: 1 },
    { text: 'c', start: 2, at: 3, advance: 1 },
  ])
})

it.each([
  ['one', ['one']],
  ['', ['']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\rc', ['a', 'b', 'c']],
  ['a\u2028b\u2029c', ['a', 'b', 'c']],
  ['a\n\nb\n', ['a', '', 'b', '']],
  ['👨‍👩‍👧‍👦\u200d', ['👨‍👩‍👧‍👦\u200d']],
  ['a\ud83d', ['a\ufffd']],
])('linesOf splits %j at its line breaks', (text, lines) => {
  expect(linesOf(text).map((line) => line.text)).toEqual(lines)
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
])('directionOf(%j) returns %s', (line, direction) => {
  expect(directionOf(line)).toBe(direction)
})
