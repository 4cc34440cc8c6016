import { expect, it } from 'vitest'
import { planText } from './planText.ts'

const until = new Date(2026, 10, 27, 12).getTime()

it.each([
  [{ tier: 'visitor' }, '', null],
  [{ tier: 'free', credits: 1, imagesLeft: 2 }, 'Free Plan • 1 credit', null],
  [{ tier: 'free', credits: 2, imagesLeft: 0 }, 'Free Plan • 2 credits', null],
  [{ tier: 'free', credits: 0, imagesLeft: 0 }, 'No credits • Please upgrade', null],
  [{ tier: 'trial', until }, 'Pro Trial Active', 'Expires on November 27, 2026'],
  [{ tier: 'pro', until }, 'Pro Plan Active', 'Paid until November 27, 2026'],
  [{ tier: 'pro', until: Date.UTC(9999, 11, 31) }, 'Pro Plan Active', null],
] as const)('the texts for %j are %s and %s', (plan, status, date) => {
  expect(planText(plan)).toEqual({ status, date })
})
