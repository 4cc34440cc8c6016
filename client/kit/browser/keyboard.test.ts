import { expect, it } from 'vitest'
import { isComposing, rowAfterKey } from './keyboard.ts'

it.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])('isComposing for the key event %j is %s', (event, expected) => {
  expect(isComposing(event)).toBe(expected)
})

it.each([
  ['ArrowDown', 3, 0],
  ['ArrowUp', 2, 2],
  ['PageUp', 1, 1],
  ['PageDown', 3, 3],
  ['Home', null, 0],
  ['a', null, null],
])('the key %s in the last of 4 rows activates row %j, or row %j in a list that wraps', (key, plain, wrapping) => {
  expect(rowAfterKey(key, 3, 4, 2)).toBe(plain)
  expect(rowAfterKey(key, 3, 4, 2, true)).toBe(wrapping)
})
