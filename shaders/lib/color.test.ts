import { expect, it } from 'vitest'
import { rgbOf } from './color.ts'

it.each([
  ['#ff8000', [255, 128, 0]],
  ['#000', [0, 0, 0]],
  ['#1aF', [17, 170, 255]],
])('reads %s', (hex, bytes) => {
  expect(rgbOf(hex)).toEqual(bytes.map((byte) => byte / 255))
})
