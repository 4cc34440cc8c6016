import { expect, it } from 'vitest'
import { formatPercent, formatRelativeTime, withUnit } from './format.ts'

const NOW = 1_800_000_000_000
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]

it.each([
  [0, 'now'],
  [-5 * SECOND, 'now'],
  [59 * SECOND, 'now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [3 * HOUR, '3 hours ago'],
  [DAY, 'yesterday'],
  [6 * DAY, '6 days ago'],
  [40 * DAY, 'last month'],
  [800 * DAY, '2 years ago'],
])('formatRelativeTime writes an age of %i ms as "%s"', (age, words) => {
  expect(formatRelativeTime(NOW - age, NOW)).toBe(words)
})

it('formatPercent rounds to whole percents', () => {
  expect([0, 28.6, 3200].map(formatPercent)).toEqual(['0%', '29%', '3,200%'])
})

it('withUnit does not write a space before an English percent sign', () => {
  expect([withUnit('5', '%'), withUnit('5', 'px'), withUnit('5', '')]).toEqual(['5%', '5 px', '5'])
  expect(withUnit('-28', '°')).toBe('−28°')
})
