import { expect, it } from 'vitest'
import { followWords, frontFlags, frontOf, lettersIn } from './front.ts'

it.each([
  ['MAGIC', ['M', 'A', 'G', 'I', 'C']],
  ['two words\nand a line', [...'twowordsandaline']],
  ['e\u0301te\u0301', ['e\u0301', 't', 'e\u0301']],
  ['👩‍👩‍👧 x', ['👩‍👩‍👧', 'x']],
  ['مرحبا Hi', ['مرحبا', 'H', 'i']],
  ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
  ['שלום', [...'שלום']],
  ['\u200f \u00ad', []],
])('lettersIn splits %j', (text, letters) => {
  expect(lettersIn(text)).toEqual(letters)
})

it.each([
  ['1,3-4', [true, false, true, true, false]],
  ['', [false, false, false, false, false]],
  ['5-9', [false, false, false, false, true]],
  ['0,-2,x,6', [false, false, false, false, false]],
  ['2-1', [false, false, false, false, false]],
  ['1-999999999999', [true, true, true, true, true]],
])('frontFlags for the word MAGIC parses the list of letters in front %j', (front, flags) => {
  expect(frontFlags({ text: 'MAGIC', front })).toEqual(flags)
})

it('frontOf writes the letters in front as a list of ranges', () => {
  expect(frontOf([true, false, true, true, true, false, true])).toBe('1,3-5,7')
  expect(frontOf([false, false])).toBe('')
})

it.each([
  ['MAGIC', '2,4', 'MAGICAL', '2,4'],
  ['MAGIC', '2,4', 'THE MAGIC', '5,7'],
  ['MAGIC', '2,4', 'MAXIC', '2,4'],
  ['MAGIC', '2,3', 'MAC', '2'],
  ['MAGIC', '2,4', 'MAAGIC', '2,5'],
  ['MAGIC', '1-5', 'MAG ICE', '1-5'],
  ['MAGIC', '2,4', 'NEW', '2'],
  ['MAGIC', '2,4', '', ''],
  ['MAGIC', 'auto', 'NEW', 'auto'],
  ['AAAA', '4', 'AAA', ''],
])(
  'followWords for %s with the letters %s in front updates the letters in front for the new text %s',
  (text, front, words, expected) => {
    expect(followWords({ text, front }, words)).toBe(expected)
  },
)
