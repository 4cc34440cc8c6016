import { expect, it } from 'vitest'
import { isHex } from './fields.ts'

it.each([
  ['#fff', true],
  ['#4A90E2', true],
  ['#ffff', false],
  ['fff', false],
  ['#ggg', false],
  [null, false],
])('tells whether %s is a hex colour', (text, expected) => {
  expect(isHex(text)).toBe(expected)
})
