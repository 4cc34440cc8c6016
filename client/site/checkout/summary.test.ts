import { expect, it } from 'vitest'
import { checkoutCase } from './summary.ts'

const NOW = new Date(2026, 10, 20, 12).getTime()
const KNOWN = {
  plan: { tier: 'free', credits: 0, imagesLeft: 0 },
  priceId: 'price_y',
  prices: { monthly: 'price_m', yearly: 'price_y' },
  billing: 'stripe',
  awaitsConfirmation: false,
  trialAvailable: true,
  isEnding: false,
  now: NOW,
} as const

it('with a trial, checkoutCase dates the first charge to the end of the trial', () => {
  expect(checkoutCase(KNOWN)).toMatchObject({
    kind: 'order',
    hasTrial: true,
    button: 'Start free trial',
    offer: { name: 'Yearly Pro' },
    lines: [
      { label: 'Due today', value: '$0.00' },
      { label: 'First charge', value: '$49.99 on November 27, 2026' },
      { label: 'After that', value: '$49.99 every year, until you cancel' },
    ],
  })
})

it('without a trial, checkoutCase charges the plan today', () => {
  expect(checkoutCase({ ...KNOWN, priceId: 'price_m', trialAvailable: false })).toMatchObject({
    hasTrial: false,
    button: 'Subscribe',
    lines: [
      { label: 'Due today', value: '$4.99' },
      { label: 'After that', value: '$4.99 every month, until you cancel' },
    ],
  })
})

it.each([
  ['an unknown price', { priceId: 'price_x' }, { title: 'Plan not found', next: 'plans' }],
  ['a missing price', { priceId: null }, { title: 'Plan not found', next: 'plans' }],
  [
    'a price named like a property of Object.prototype',
    { priceId: 'constructor' },
    { title: 'Plan not found', next: 'plans' },
  ],
  ['a server without billing', { billing: 'off', priceId: 'price_x' }, { title: 'Everything is free', next: 'editor' }],
  [
    'an account to which the operator granted Pro',
    { plan: { tier: 'pro', until: NOW, isSubscribed: false } },
    { title: 'You already have Pro', next: 'editor' },
  ],
  ['an unconfirmed email address', { awaitsConfirmation: true }, { kind: 'unverified' }],
] as const)('checkoutCase returns a notice instead of an order for %s', (_, change, expected) => {
  expect(checkoutCase({ ...KNOWN, ...change })).toMatchObject(expected)
})

it.each([
  ['trial', false, 'Your trial is active', 'starts automatically on November 20, 2026'],
  ['trial', true, 'Your trial is active', 'canceled and ends on November 20, 2026'],
  ['pro', false, 'You already have Pro', 'already have a subscription'],
  ['pro', true, 'You already have Pro', 'canceled and ends on November 20, 2026'],
] as const)(
  'checkoutCase sends a subscriber with the plan %s (canceled: %s) to the billing portal',
  (tier, isEnding, title, text) => {
    expect(checkoutCase({ ...KNOWN, plan: { tier, until: NOW, isSubscribed: true }, isEnding })).toEqual({
      kind: 'notice',
      title,
      text: expect.stringContaining(text),
      next: 'portal',
    })
  },
)
