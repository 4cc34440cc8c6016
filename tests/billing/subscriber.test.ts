import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#drizzle/schema.ts'
import { changeAccount } from '#server/admin/changes.ts'
import { hashPassword } from '#server/auth/password.ts'
import { cancelTrial } from '#server/billing/subscriber.ts'
import type { ProfileJson } from '#server/contract/plans/entitlements.ts'
import { PASSWORD } from '../server/helpers/browser.ts'
import { DAY, ORIGIN, openShop, type Shop, START, storedBilling, storedProfile } from './shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})

const contract = () => shop.contractsOf('ada')[0]!
const paid = () => storedProfile(shop.db, 'ada')!.paid

describe('returning from a payment', () => {
  const sync = async () => {
    const response = await shop.post('/api/billing/sync', {}, 'ada')
    return { status: response.status, profile: (await response.json()) as ProfileJson }
  }

  it('an account is Pro right after a payment, before the webhook arrives', async () => {
    await shop.buy('ada')
    expect(paid()).toBe(false)
    expect(await sync()).toMatchObject({
      status: 200,
      profile: {
        paid: true,
        expires_at: new Date((START + 7 * DAY) * 1000).toISOString(),
        subscription_id: `trial_${contract().subscription.id}`,
      },
    })
  })

  it('a webhook that arrives six seconds after the payment leaves the account paid', async () => {
    await shop.buy('ada')
    await sync()
    shop.clock.seconds += 6
    await shop.deliver()
    expect(paid()).toBe(true)
  })

  it('the billing sync gets 502 while Stripe is down', async () => {
    await shop.buy('ada')
    await shop.deliver()
    shop.provider.fault = 'refuse'
    expect(await sync()).toMatchObject({ status: 502, profile: { paid: true } })
  })

  it("the billing sync doesn't send a request to Stripe for an account without a purchase", async () => {
    expect(await sync()).toMatchObject({ status: 200, profile: { paid: false } })
    expect(shop.provider.requests).toBe(0)
  })

  it('the billing sync allows six requests a minute', async () => {
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await shop.post('/api/billing/sync', {}, 'ada')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})

describe('checking with Stripe before denying access', () => {
  const repair = () => shop.deps.subscriptions.repair('ada')

  it('before denying access, the server asks Stripe for a payment that no webhook has reported yet', async () => {
    await shop.buy('ada')
    shop.clock.seconds += 10
    await repair()
    expect(paid()).toBe(true)
  })

  it('the server asks Stripe about a customer at most every ten seconds', async () => {
    await shop.buy('ada')
    shop.clock.seconds += 10
    await repair()
    const before = shop.provider.requests
    shop.clock.seconds += 9
    await Promise.all([repair(), repair()])
    expect(shop.provider.requests).toBe(before)
    shop.clock.seconds += 1
    await repair()
    expect(shop.provider.requests).toBe(before + 1)
  })

  it('the server asks Stripe about a customer that was last read while the clock was ahead', async () => {
    await shop.buy('ada')
    shop.clock.seconds += 30 * DAY
    await repair()
    shop.clock.seconds = START + 60
    expect(storedBilling(shop.db, 'ada')!.syncedAt).toBe(START + 30 * DAY)
    await repair()
    expect(storedBilling(shop.db, 'ada')!.syncedAt).toBe(START + 60)
  })

  it('the server uses the stored billing state while Stripe is down', async () => {
    await shop.buy('ada')
    await shop.deliver()
    shop.clock.seconds += 60
    shop.provider.fault = 'refuse'
    await repair()
    expect(paid()).toBe(true)
  })

  it('the server finds a renewal that no webhook reported', async () => {
    await shop.buy('ada')
    await shop.deliver()
    shop.clock.seconds += 8 * DAY
    await repair()
    expect(storedProfile(shop.db, 'ada')).toMatchObject({
      paid: true,
      expiresAt: START + 372 * DAY,
      subscriptionId: contract().subscription.id,
    })
  })
})

describe("the access guard's request", () => {
  const access = async () =>
    (await (await shop.get('/api/access', 'ada')).json()) as { allowed: boolean; reason: string }

  it('the access guard accepts a paying customer whose webhook is six seconds late', async () => {
    await shop.buy('ada')
    shop.clock.seconds += 2 // the editor's guard checks the access after 2 s
    const answers = []
    for (let second = 0; second < 20; second++) {
      if (second === 6) await shop.deliver()
      if (second === 0) await shop.post('/api/billing/sync', {}, 'ada')
      answers.push((await access()).reason)
      shop.clock.seconds += 1
    }
    expect(new Set(answers)).toEqual(new Set(['paid']))
  })

  it('the access guard detects a payment within ten seconds without webhook or sync', async () => {
    await shop.buy('ada')
    const answers = []
    for (let second = 0; second <= 10; second++) {
      answers.push((await access()).reason)
      shop.clock.seconds += 1
    }
    expect(answers.indexOf('paid')).toBe(10)
  })
})

describe('canceling a trial', () => {
  const cancel = async (as = 'ada') => {
    const response = await shop.post('/api/billing/cancel-trial', {}, as)
    return { status: response.status, body: (await response.json()) as object }
  }

  it('a canceled trial gives Pro until its last day and is not charged', async () => {
    await shop.buy('ada')
    expect(await cancel()).toMatchObject({ status: 200, body: { paid: true } })
    expect(storedBilling(shop.db, 'ada')!.cancelAt).toBe(START + 7 * DAY)
    await shop.sandbox.skip(7)
    await shop.deliver()
    expect(storedProfile(shop.db, 'ada')).toMatchObject({ paid: false, subscriptionId: null })
    // the only invoice is the first one, of 0 USD
    expect(shop.sandbox.world.events.filter(({ type }) => type === 'invoice.paid')).toHaveLength(1)
  })

  it('canceling a trial does not end a paid subscription', async () => {
    await shop.buy('ada')
    await shop.sandbox.skip(8)
    expect((await cancel()).status).toBe(404)
    expect(contract().subscription.cancel_at).toBeNull()
  })

  it("canceling a trial doesn't cancel a trial of another product", async () => {
    await shop.buy('ada')
    contract().subscription.items.data[0].price.id = 'price_of_something_else'
    expect((await cancel()).status).toBe(404)
    expect(contract().subscription.cancel_at).toBeNull()
  })

  it("canceling a trial doesn't change an account without a trial", async () => {
    expect((await cancel('bob')).status).toBe(404)
  })

  it('canceling a trial gets 502 while Stripe is down', async () => {
    await shop.buy('ada')
    shop.provider.fault = 'refuse'
    expect(await cancel()).toMatchObject({ status: 502, body: { error: { code: 'not_canceled' } } })
  })

  it('canceling a trial succeeds even if Stripe goes down right afterwards', async () => {
    await shop.buy('ada')
    const { provider } = shop.sandbox
    const cancelAtPeriodEnd = async (id: string) => {
      await provider.cancelAtPeriodEnd(id)
      shop.provider.fault = 'refuse'
    }
    const context = { ...shop.context, provider: { ...provider, cancelAtPeriodEnd } }
    expect(await cancelTrial(context, 'ada')).toEqual({ ok: true, value: null })
    expect(contract().subscription.cancel_at).toBe(START + 7 * DAY)
  })
})

describe('disabling an account', () => {
  const endRenewal = () => shop.deps.subscriptions.endRenewal('ada')

  it.each([0, 8])(
    'after %i days, disabling an account cancels its subscription at the end of the period',
    async (days) => {
      await shop.buy('ada')
      await shop.sandbox.skip(days)
      await shop.post('/api/checkout', { priceId: 'price_monthly' }, 'ada')
      expect(await endRenewal()).toBe(null)
      const { cancel_at, status, items } = contract().subscription
      expect(cancel_at).toBe(items.data[0].current_period_end)
      expect(status).toBe(days === 0 ? 'trialing' : 'active')
    },
  )

  it('an open checkout of a disabled account is closed', async () => {
    await shop.post('/api/checkout', { priceId: 'price_monthly' }, 'ada')
    expect(await endRenewal()).toBe(null)
    expect(Object.values(shop.sandbox.world.checkouts)).toMatchObject([{ session: { status: 'expired' } }])
  })

  it('disabling an account while Stripe is down names the customer to cancel', async () => {
    await shop.buy('ada')
    shop.provider.fault = 'refuse'
    const change = { action: 'disable', amount: 0 } as const
    const account = shop.db.orm.select().from(users).where(eq(users.id, 'ada')).get()!
    const { customerId } = storedBilling(shop.db, 'ada')!
    expect(await changeAccount(shop.deps, account, change, null)).toEqual({
      message: `ada@example.org is disabled. Its subscription may still be charged: cancel it in Stripe’s dashboard (${customerId}).`,
      charged: customerId,
    })
    shop.provider.fault = 'none'
    expect(await changeAccount(shop.deps, account, change, null)).toEqual({
      message: 'ada@example.org is disabled.',
      charged: null,
    })
    expect(contract().subscription.cancel_at).not.toBe(null)
  })
})

describe('deleting an account', () => {
  it.each(['unpaid', 'paused', 'incomplete', 'past_due', 'a_status_of_next_year'])(
    'deleting or disabling an account ends a subscription with the status %s',
    async (status) => {
      await shop.buy('ada')
      const setStatus = () => Object.assign(contract().subscription, { status }) // the sandbox sets only past_due
      setStatus()
      expect(await shop.deps.subscriptions.endRenewal('ada')).toBe(null)
      expect(contract().subscription.status).toBe('canceled')
      setStatus()
      expect((await shop.deps.subscriptions.endAll('ada')).ok).toBe(true)
      expect(contract().subscription.status).toBe('canceled')
    },
  )

  it('deleting an account cancels its subscription and closes open checkout pages', async () => {
    await shop.post('/api/checkout', { priceId: 'price_monthly' }, 'ada')
    await shop.buy('ada')
    expect(await shop.deps.subscriptions.endAll('ada')).toEqual({ ok: true, value: null })
    expect(contract().subscription.status).toBe('canceled')
    expect(Object.values(shop.sandbox.world.checkouts).filter(({ session }) => session.status === 'open')).toEqual([])
  })

  it('deleting an account deletes the customer and the email address at Stripe', async () => {
    await shop.buy('ada')
    expect(Object.values(shop.sandbox.world.customers).map(({ email }) => email)).toContain('ada@example.org')
    await shop.deps.subscriptions.endAll('ada')
    expect(Object.values(shop.sandbox.world.customers).map(({ email }) => email)).not.toContain('ada@example.org')
    expect(
      (await shop.deps.subscriptions.endAll('ada')).ok,
      'a second call succeeds, because the first may have been interrupted',
    ).toBe(true)
  })

  it("the account can't be deleted while Stripe is down", async () => {
    await shop.buy('ada')
    shop.provider.fault = 'refuse'
    expect(await shop.deps.subscriptions.endAll('ada')).toEqual({ ok: false, error: 'billing_failed' })
  })

  it("the response to a deletion while Stripe is down says that the account wasn't deleted", async () => {
    const passwordHash = await hashPassword(PASSWORD, shop.deps.random, { purpose: 'signedIn' })
    shop.db.orm.update(users).set({ passwordHash }).where(eq(users.id, 'ada')).run()
    await shop.buy('ada')
    shop.provider.fault = 'refuse'
    const headers = { cookie: 'sid=ada', origin: ORIGIN, 'content-type': 'application/json' }
    const body = JSON.stringify({ password: PASSWORD })
    const response = await shop.app.request('/api/account', { method: 'DELETE', headers, body })
    expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'not_deleted' } }])
    expect(storedProfile(shop.db, 'ada')).toBeDefined()
  })

  it('an account without a customer can be deleted while Stripe is down', async () => {
    shop.provider.fault = 'refuse'
    expect((await shop.deps.subscriptions.endAll('bob')).ok).toBe(true)
  })
})
