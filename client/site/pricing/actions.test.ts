import { expect, it } from 'vitest'
import { PLANS } from '#server/contract/plans/plans.ts'
import { cardAction, type Standing } from './actions.ts'

const labels = (standing: Partial<Standing>) =>
  PLANS.map(
    (offer) =>
      cardAction(offer, {
        plan: { tier: 'visitor' },
        current: null,
        isEnding: false,
        trialAvailable: true,
        ...standing,
      }).label,
  )

it.each<[string, Partial<Standing>, string[]]>([
  [
    'a former subscriber with a granted Pro plan',
    { plan: { tier: 'pro', until: 1, isSubscribed: false }, current: 'monthly', trialAvailable: false },
    ['Included in your plan', 'Included in your plan', 'Included in your plan'],
  ],
  ['a visitor', {}, ['Start free trial', 'Choose the monthly plan', 'Choose the yearly plan']],
  [
    'a free account',
    { plan: { tier: 'free', credits: 0, imagesLeft: 0 } },
    ['Start free trial', 'Choose the monthly plan', 'Choose the yearly plan'],
  ],
  [
    'a lapsed subscriber',
    { plan: { tier: 'free', credits: 0, imagesLeft: 0 }, current: 'yearly', trialAvailable: false },
    ['Trial already used', 'Choose the monthly plan', 'Choose the yearly plan'],
  ],
  [
    'a trial of the yearly plan',
    { plan: { tier: 'trial', until: 1 }, current: 'yearly', trialAvailable: false },
    ['Your trial is active', 'Switch to monthly', 'Starts after your trial'],
  ],
  [
    'a trial whose plan is unknown',
    { plan: { tier: 'trial', until: 1 }, trialAvailable: false },
    ['Your trial is active', 'Included in your plan', 'Included in your plan'],
  ],
  [
    'a canceled trial',
    { plan: { tier: 'trial', until: 1 }, current: 'yearly', isEnding: true, trialAvailable: false },
    ['Your trial is active', 'Switch to monthly', 'Resume plan'],
  ],
  [
    'a canceled subscription',
    { plan: { tier: 'pro', until: 1, isSubscribed: true }, current: 'monthly', isEnding: true, trialAvailable: false },
    ['Included in your plan', 'Resume plan', 'Switch to yearly'],
  ],
  [
    'a monthly subscriber',
    { plan: { tier: 'pro', until: 1, isSubscribed: true }, current: 'monthly', trialAvailable: false },
    ['Included in your plan', 'Your current plan', 'Switch to yearly'],
  ],
  [
    'Pro without a price',
    { plan: { tier: 'pro', until: 1, isSubscribed: true }, trialAvailable: false },
    ['Included in your plan', 'Included in your plan', 'Included in your plan'],
  ],
])('the plan cards have the right button labels for %s', (_, standing, expected) => {
  expect(labels(standing)).toEqual(expected)
})

it('cardAction is active only for a plan that the account can switch to', () => {
  const standing = {
    plan: { tier: 'pro', until: 1, isSubscribed: true },
    current: 'monthly',
    isEnding: false,
    trialAvailable: false,
  } as const
  expect(PLANS.map((offer) => Boolean(cardAction(offer, standing).isInactive))).toEqual([true, true, false])
})
