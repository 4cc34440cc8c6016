import { expect, it } from 'vitest'
import { isComposing } from './keyboard.ts'

it.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])('isComposing for the key event %j is %s', (event, expected) => {
  expect(isComposing(event)).toBe(expected)
})
