import { expect, it } from 'vitest'
import { roundToDecimals } from '#client/kit/values/numbers.ts'
import { formatEditable, snap } from './values.ts'

it.each([
  [4.93, 0.2, 5],
  [0.13, 0.2, 0.2],
  [33.34, 0.1, 33.3],
  [12.6, 1, 13],
])('snap moves a value of %s with step %s to %s', (raw, step, landed) => {
  expect(snap(raw, step, 0.1, 50)).toBe(landed)
})

it("snap reaches both ends of a range that isn't a multiple of the step", () => {
  expect(snap(0, 0.2, 0.1, 19.9)).toBe(0.1)
  expect(snap(99, 0.2, 0.1, 19.9)).toBe(19.9)
})

it('roundToDecimals removes floating-point errors', () => {
  expect(roundToDecimals(0.1 + 0.2)).toBe(0.3)
})

it.each([
  [600, undefined, '600'],
  [33.333, undefined, '33.33'],
  [-0.5, undefined, '-0.5'],
  [93.69, 1, '94'],
  [-0.3, 1, '0'],
  [34.56, 0.1, '34.6'],
  [4, 0.2, '4'],
  [1.234, 0.05, '1.23'],
  [700, 300, '700'],
])('formatEditable writes %s with step %s as %s', (value, step, text) => {
  expect(formatEditable(value, step)).toBe(text)
})
