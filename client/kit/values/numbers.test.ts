import { expect, it } from 'vitest'
import { typedNumber } from './numbers.ts'

it.each([
  ['1.5', 1.5],
  ['1,5', 1.5],
  [',5', 0.5],
  ['1,', 1],
  ['1,200', 1.2],
  ['１.５', 1.5],
  ['１．５', 1.5],
  ['１，５', 1.5],
  ['－３', -3],
  ['١٢', 12],
  ['١٫٥', 1.5],
  ['۱۲٫۵', 12.5],
  ['\u22123', -3],
  ['+4', 4],
  ['-2e3', -2000],
  ['  7 ', 7],
])('typedNumber reads the text %j as %d', (typed, expected) => {
  expect(typedNumber(typed)).toBe(expected)
})

it.each(['', '  ', ',', 'abc', '1,200.5', '1.200,5', '1,2,3', '1.2.3', '0x50', '1e', '--3', '12 px', '5²', '1e999'])(
  'typedNumber returns null for the text %j',
  (typed) => {
    expect(typedNumber(typed)).toBeNull()
  },
)
