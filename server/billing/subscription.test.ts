import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { project, type SubscriptionFacts } from './subscription.ts'

const DAY = 86_400
const START = 1_800_000_000
const [WEEK, YEAR] = [START + 7 * DAY, START + 365 * DAY]

const facts = (over: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  id: 'sub_1',
  status: 'active',
  created: START,
  priceId: 'price_year',
  periodStart: START,
  periodEnd: START + 365 * DAY,
  trialStart: null,
  trialEnd: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  endedAt: null,
  ...over,
})

const trial = { status: 'trialing', trialStart: START, trialEnd: WEEK, periodEnd: WEEK }

describe("access depends on the subscription's state", () => {
  it.each<[string, Partial<SubscriptionFacts> | null, boolean, number | null, string | null]>([
    ['no subscription', null, false, null, null],
    ['incomplete', { status: 'incomplete' }, false, null, null],
    ['incomplete_expired', { status: 'incomplete_expired', endedAt: START + DAY }, false, null, null],
    ['trialing', trial, true, WEEK, 'trial_sub_1'],
    ['trialing, canceled', { ...trial, cancelAtPeriodEnd: true, cancelAt: WEEK }, true, WEEK, 'trial_sub_1'],
    ['trialing, cancel_at_period_end alone', { ...trial, cancelAtPeriodEnd: true }, true, WEEK, 'trial_sub_1'],
    ['trialing, cancel_at alone', { ...trial, cancelAt: WEEK }, true, WEEK, 'trial_sub_1'],
    ['active', {}, true, YEAR, 'sub_1'],
    ['active, cancel_at_period_end alone', { cancelAtPeriodEnd: true }, true, YEAR, 'sub_1'],
    ['active, cancel_at before the period ends', { cancelAt: START + 10 * DAY }, true, START + 10 * DAY, 'sub_1'],
    ['active, cancel_at after the period ends', { cancelAt: START + 400 * DAY }, true, START + 365 * DAY, 'sub_1'],
    ['past_due', { status: 'past_due' }, true, START + 3 * DAY, 'sub_1'],
    ['unpaid', { status: 'unpaid' }, false, null, null],
    ['paused', { status: 'paused' }, false, null, null],
    ['canceled', { status: 'canceled', endedAt: START + 5 * DAY }, false, START + 5 * DAY, null],
    ['canceled without a date', { status: 'canceled' }, false, null, null],
    ['an unknown status', { status: 'super_active' }, false, null, null],
    ['a status named like an object method', { status: 'constructor' }, false, null, null],
    ['an empty status', { status: '' }, false, null, null],
    ['active without a period', { periodEnd: null }, false, null, null],
    ['trialing without an end', { ...trial, trialEnd: null }, false, null, null],
    ['past_due without a period', { status: 'past_due', periodStart: null }, false, null, null],
  ])(
    'project() returns the access and its end for a subscription state of "%s"',
    (_name, subscription, paid, expiresAt, subscriptionId) => {
      const got = project(subscription ? [facts(subscription)] : [])
      expect([got.paid, got.expiresAt, got.subscriptionId]).toEqual([paid, expiresAt, subscriptionId])
      expect(got.status).toBe(subscription ? (subscription.status ?? 'active') : 'none')
    },
  )

  it.each([0, 3, 14])(
    'with a grace period of %i days, an unpaid subscription gives access for that many days',
    (days) => {
      expect(project([facts({ status: 'past_due' })], days).expiresAt).toBe(START + days * DAY)
    },
  )
})

describe('a customer with several subscriptions', () => {
  const dead = facts({ id: 'sub_0', status: 'canceled', endedAt: START - DAY })
  const late = facts({ id: 'sub_2', status: 'past_due', periodStart: START + DAY, periodEnd: START + 900 * DAY })
  const young = facts({ id: 'sub_3', ...trial })
  const month = facts({ id: 'sub_4', periodEnd: START + 30 * DAY })
  const year = facts({ id: 'sub_5' })

  it.each([
    ['active over trialing and past_due', [dead, late, young, month], 'sub_4'],
    ['the longer of two active subscriptions', [month, year], 'sub_5'],
    ['trialing over past_due', [late, young], 'trial_sub_3'],
    ['past_due over canceled', [dead, late], 'sub_2'],
  ])('project() prefers %s', (_name, all, subscriptionId) => {
    for (const order of [all, [...all].reverse()]) expect(project(order).subscriptionId).toBe(subscriptionId)
  })

  it('project() counts active subscriptions, which reveals a double payment', () => {
    expect(project([dead, month, year]).live).toBe(2)
    expect(project([dead]).live).toBe(0)
  })

  it('project() chooses an unpaid subscription over a canceled one, without access', () => {
    const unpaid = facts({ id: 'sub_6', status: 'unpaid' })
    for (const order of [
      [dead, unpaid],
      [unpaid, dead],
    ])
      expect(project(order)).toMatchObject({ status: 'unpaid', paid: false, live: 0 })
    expect(project([late, unpaid]).status).toBe('past_due')
  })

  it('project() chooses a canceled subscription over an older unpaid one', () => {
    const unpaid = facts({ id: 'sub_6', status: 'unpaid' })
    const newer = facts({ id: 'sub_7', status: 'canceled', created: START + DAY, endedAt: START + 9 * DAY })
    for (const order of [
      [newer, unpaid],
      [unpaid, newer],
    ])
      expect(project(order)).toMatchObject({ status: 'canceled', paid: false, expiresAt: START + 9 * DAY })
  })

  it('of several ended subscriptions, project() chooses the one that ended last', () => {
    expect(project([facts({ id: 'old', status: 'canceled', endedAt: 5 }), dead]).expiresAt).toBe(START - DAY)
  })

  it('trialUsedAt is the start of the earliest trial, even if canceled', () => {
    const earlier = facts({ id: 'b', status: 'canceled', trialStart: START - DAY })
    expect(project([facts({ trialStart: START }), earlier]).trialUsedAt).toBe(START - DAY)
  })

  it("project() returns the same result for any order of a customer's subscriptions", () => {
    const status = fc.constantFrom('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'odd')
    const time = fc.option(fc.integer({ min: 1, max: 4 }))
    const one = fc.record({
      id: fc.string(),
      status,
      created: fc.nat(2),
      periodStart: time,
      periodEnd: time,
      trialEnd: time,
      endedAt: time,
    })
    const all = fc.uniqueArray(one, { selector: (s) => s.id, maxLength: 5 })
    fc.assert(
      fc.property(all, fc.func(fc.integer()), (list, rank) => {
        const subscriptions = list.map((s) => facts(s))
        const shuffled = [...subscriptions].sort((a, b) => rank(a.id) - rank(b.id))
        expect(project(shuffled)).toEqual(project(subscriptions))
      }),
    )
  })
})

it("a status other than active, trialing and past_due doesn't give access", () => {
  fc.assert(
    fc.property(fc.string(), (status) => {
      fc.pre(!['active', 'trialing', 'past_due'].includes(status))
      expect(project([facts({ status, trialEnd: START + DAY })]).paid).toBe(false)
    }),
  )
})

it('cancelAt is set only for an active subscription that has been canceled', () => {
  expect(project([facts({ cancelAtPeriodEnd: true })]).cancelAt).toBe(START + 365 * DAY)
  expect(project([facts({ cancelAt: START + DAY })]).cancelAt).toBe(START + DAY)
  expect(project([facts({})]).cancelAt).toBeNull()
  expect(project([facts({ status: 'canceled', cancelAt: START, endedAt: START })]).cancelAt).toBeNull()
})
