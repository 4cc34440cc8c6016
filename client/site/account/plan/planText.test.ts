import { expect, it } from 'vitest'
import { lostCreditText, planText, trialDaysText } from './planText.ts'

const until = new Date(2026, 10, 27, 12).getTime()

it.each([
  [{ tier: 'visitor' }, '', null],
  [{ tier: 'free', credits: 1, imagesLeft: 2 }, 'Free Plan • 1 credit', null],
  [{ tier: 'free', credits: 2, imagesLeft: 0 }, 'Free Plan • 2 credits', null],
  [{ tier: 'free', credits: 0, imagesLeft: 0 }, 'No credits • Please upgrade', null],
  [{ tier: 'trial', until }, 'Pro Trial Active', 'Expires on November 27, 2026'],
  [{ tier: 'pro', until, isSubscribed: true }, 'Pro Plan Active', 'Paid until November 27, 2026'],
  [{ tier: 'pro', until: Date.UTC(9999, 11, 31), isSubscribed: false }, 'Pro Plan Active', null],
] as const)('planText of %j returns the status "%s" and the date "%s"', (plan, status, date) => {
  expect(planText(plan)).toEqual({ status, date })
})

it.each([
  ['one minute', 60_000, 'Trial: 1 day left'],
  ['exactly two days', 2 * 86_400_000, 'Trial: 2 days left'],
  ['two days and a minute', 2 * 86_400_000 + 60_000, 'Trial: 3 days left'],
])('trialDaysText rounds %s up to whole days', (_, left, text) => {
  expect(trialDaysText(until, until - left)).toBe(text)
})

it('lostCreditText returns text only for a free account without credits', () => {
  const spent = { tier: 'free', credits: 0, imagesLeft: 1 } as const
  expect(lostCreditText(spent, 'help@example.org')).toMatch(
    /another device.*there at no cost.*email help@example\.org\.$/,
  )
  expect(lostCreditText(spent, null)).toMatch(/another device.*there at no cost.*contact the site administrator\.$/)
  expect(lostCreditText({ ...spent, credits: 1 }, 'help@example.org')).toBeNull()
  expect(lostCreditText({ tier: 'trial', until }, 'help@example.org')).toBeNull()
})
