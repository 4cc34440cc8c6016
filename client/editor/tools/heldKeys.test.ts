import { expect, it } from 'vitest'
import { HELD_KEYS, keyName } from './heldKeys.ts'

it.each([
  [' ', 'Space', HELD_KEYS.pan],
  ['r', 'KeyR', HELD_KEYS.rotate],
  ['к', 'KeyR', HELD_KEYS.rotate],
  ['س', 'KeyS', HELD_KEYS.scale],
  ['s', 'Semicolon', HELD_KEYS.scale],
])('keyName for the key that types %j at %s is %s', (key, code, expected) => {
  expect(keyName({ key, code })).toBe(expected)
})
