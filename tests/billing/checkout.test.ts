import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#drizzle/schema.ts'
import { end } from '#server/billing/sandbox/life.ts'
import { addUser, DAY, ORIGIN, openShop, PRICES, type Shop, START, storedBilling, storedProfile } from './shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})

const sessions = () => Object.values(shop.sandbox.world.checkouts).map(({ session }) => session)
const open = () => sessions().filter(({ status }) => status === 'open')
const checkout = async (priceId: unknown = PRICES.yearly, as: string | undefined = 'ada') => {
  const response = await shop.post('/api/checkout', { priceId }, as)
  return {
    status: response.status,
    body: (await response.json()) as { url?: string; already_subscribed?: true; error?: { code: string } },
  }
}

describe('a checkout of a subscription', () => {
  it('a checkout leads to a page with the price and seven free days', async () => {
    const { status, body } = await checkout()
    expect(status).toBe(200)
    expect(body).toEqual({ url: `${shop.sandbox.apiBase.origin}/pay/${open()[0]!.id}` })
    expect(Object.values(shop.sandbox.world.checkouts)).toMatchObject([
      {
        priceId: PRICES.yearly,
        trialDays: 7,
        metadata: { userId: 'ada' },
        session: {
          client_reference_id: 'ada',
          customer: storedBilling(shop.db, 'ada')!.customerId,
          success_url: `${ORIGIN}/custom-editor?from=payment`,
          cancel_url: `${ORIGIN}/pricing`,
        },
      },
    ])
  })

  it.each([
    ['a visitor', undefined, PRICES.yearly, 401, 'signed_out'],
    ['an unknown price', 'ada', 'price_1Other', 400, 'invalid_price'],
    ['a request without a price', 'ada', undefined, 400, 'invalid_price'],
    ['a number as the price', 'ada', 7, 400, 'invalid_price'],
  ])('a checkout is rejected for %s', async (_name, as, priceId, status, code) => {
    const response = await shop.post('/api/checkout', { priceId }, as)
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    expect(shop.sandbox.world.customers).toEqual({})
  })

  it('simultaneous checkouts of an account create only one customer', async () => {
    await Promise.all([checkout(), checkout(), checkout(PRICES.monthly)])
    await checkout(PRICES.monthly)
    expect(Object.keys(shop.sandbox.world.customers)).toEqual([storedBilling(shop.db, 'ada')!.customerId])
  })

  it.each(['the customer', 'the checkout'])(
    'a checkout opens even though Stripe has stored a 500 for %s',
    async (stored) => {
      if (stored === 'the checkout') {
        await checkout(PRICES.monthly)
        sessions()[0]!.status = 'expired' // so the next checkout doesn't repeat an earlier request with its key
      }
      shop.provider.fault = 'store'
      expect((await checkout()).status).toBe(502)
      shop.provider.fault = 'none'
      expect((await checkout()).status).toBe(200)
      expect((await checkout()).status).toBe(200)
      expect(open()).toMatchObject([{ customer: storedBilling(shop.db, 'ada')!.customerId }])
      expect(Object.keys(shop.sandbox.world.customers)).toHaveLength(1)
    },
  )

  it("a checkout doesn't reuse another account's Stripe customer with the same email address", async () => {
    await checkout()
    const first = storedBilling(shop.db, 'ada')!.customerId
    shop.db.orm.delete(users).where(eq(users.id, 'ada')).run()
    await addUser(shop.db, 'eve')
    shop.db.orm.update(users).set({ email: 'ada@example.org' }).where(eq(users.id, 'eve')).run()
    await checkout(PRICES.yearly, 'eve')
    expect(storedBilling(shop.db, 'eve')!.customerId).not.toBe(first)
  })

  it('on a local server, a checkout returns to the host name that the visitor uses', async () => {
    const local = ORIGIN.replace('127.0.0.1', 'localhost')
    await checkout()
    await shop.post('/api/checkout', { priceId: PRICES.yearly }, 'ada', local)
    expect(sessions().map(({ success_url }) => success_url)).toEqual([
      `${ORIGIN}/custom-editor?from=payment`,
      `${local}/custom-editor?from=payment`,
    ])
    expect(open()).toHaveLength(1)
  })

  it('with PUBLIC_ORIGIN, a checkout returns only to that public address', async () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const prices = { STRIPE_PRICE_MONTHLY: PRICES.monthly, STRIPE_PRICE_YEARLY: PRICES.yearly }
    shop = await openShop({ env: { PUBLIC_ORIGIN: 'https://photos.example.org', ...stripe, ...prices } })
    await shop.post('/api/checkout', { priceId: PRICES.yearly }, 'ada', 'https://photos.example.org')
    expect((await shop.post('/api/checkout', { priceId: PRICES.yearly }, 'ada', ORIGIN)).status).toBe(403)
    expect(sessions()).toMatchObject([{ success_url: 'https://photos.example.org/custom-editor?from=payment' }])
  })

  it('a double click opens only one checkout page', async () => {
    const [first, second] = await Promise.all([checkout(), checkout()])
    expect(second.body.url).toBe(first.body.url)
    expect((await checkout()).body.url).toBe(first.body.url)
    expect(open()).toHaveLength(1)
  })

  it('opening a checkout for the other price closes the checkout page for the first price', async () => {
    const urls = []
    for (const price of [PRICES.yearly, PRICES.monthly, PRICES.yearly, PRICES.monthly])
      urls.push((await checkout(price)).body.url)
    expect(new Set(urls).size).toBe(4)
    expect(open().map(({ url }) => url)).toEqual([urls[3]])
  })

  it('two simultaneous checkouts leave at most one page open', async () => {
    await Promise.all([checkout(PRICES.yearly), checkout(PRICES.monthly)])
    expect(open().length).toBeLessThanOrEqual(1)
    expect((await checkout()).status).toBe(200)
    expect(open()).toHaveLength(1)
  })

  it('a checkout does not reuse a checkout page that is about to expire', async () => {
    const first = await checkout()
    shop.clock.seconds += DAY - 60
    expect((await checkout()).body.url).not.toBe(first.body.url)
    expect(open()).toHaveLength(1)
  })

  it('opening a checkout as a subscriber returns the billing portal', async () => {
    await checkout(PRICES.monthly)
    const other = sessions()[0]!
    await shop.buy('ada')
    other.status = 'open' // the customer still has this checkout open
    const { body } = await checkout()
    expect(body).toMatchObject({ already_subscribed: true })
    expect(body.url).toContain('/portal/bps_')
    expect(open()).toEqual([])
  })

  it('an account gets only one trial, however the first trial ends', async () => {
    await shop.buy('ada')
    end(shop.sandbox.world, shop.contractsOf('ada')[0]!, shop.clock.seconds)
    await shop.buy('ada', 'pays', PRICES.monthly)
    expect(shop.contractsOf('ada').map(({ subscription }) => subscription.trial_end)).toEqual([START + 7 * DAY, null])
    await shop.deliver()
    expect(storedProfile(shop.db, 'ada')).toMatchObject({
      paid: true,
      subscriptionId: shop.contractsOf('ada')[1]!.subscription.id,
    })
  })

  it("an account doesn't get a second trial after its Stripe customer is deleted", async () => {
    await shop.buy('ada')
    await shop.deliver()
    const { customerId } = storedBilling(shop.db, 'ada')!
    const headers = { authorization: `Bearer ${shop.sandbox.secretKey}` }
    await fetch(new URL(`/v1/customers/${customerId}`, shop.sandbox.apiBase), { method: 'DELETE', headers })
    expect(new Set(await shop.deliver())).toEqual(new Set([200]))
    expect(storedProfile(shop.db, 'ada')).toMatchObject({ paid: false, subscriptionId: null })

    await shop.buy('ada')
    expect(storedBilling(shop.db, 'ada')!.customerId).not.toBe(customerId)
    expect(shop.contractsOf('ada').map(({ subscription }) => subscription.trial_end)).toEqual([null])
  })

  it('a checkout creates a new customer when Stripe has lost the first customer', async () => {
    await checkout()
    const lost = storedBilling(shop.db, 'ada')!.customerId
    delete shop.sandbox.world.customers[lost]
    expect((await checkout()).status).toBe(200)
    expect(storedBilling(shop.db, 'ada')!.customerId).not.toBe(lost)
  })

  it('a checkout gets 502 while Stripe is down', async () => {
    shop.provider.fault = 'refuse'
    expect(await checkout()).toMatchObject({ status: 502, body: { error: { code: 'checkout_failed' } } })
    shop.provider.fault = 'none'
    expect((await checkout()).status).toBe(200)
  })

  it('a checkout requires a confirmed email address if configured', async () => {
    const smtp = { SMTP_HOST: 'localhost', SMTP_FROM: 'a@example.org' }
    shop = await openShop({ env: smtp })
    expect(await checkout()).toMatchObject({ status: 403, body: { error: { code: 'unverified' } } })
    shop.db.orm.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, 'ada')).run()
    expect((await checkout()).status).toBe(200)
  })
})

describe('the billing portal', () => {
  const manage = async (body: unknown, as: string | undefined) => {
    const response = await shop.post('/api/manage-subscription', body, as)
    return [response.status, await response.json()]
  }

  it('the billing portal opens for a subscriber and during a trial', async () => {
    await shop.buy('ada')
    expect(await manage({ userId: 'ada' }, 'ada')).toEqual([200, { url: expect.stringContaining('/portal/bps_') }])
  })

  it.each<[string, unknown, string | undefined, number, string]>([
    ['a stranger', { userId: 'ada' }, undefined, 401, 'Please sign in to continue'],
    ['a user who names another account', { userId: 'ada' }, 'bob', 403, 'You don’t have permission to do this.'],
    ['a user who names no account', {}, 'ada', 400, 'Invalid request.'],
    ['a user without a customer', { userId: 'bob' }, 'bob', 404, 'No active subscription found.'],
  ])('the billing portal rejects %s with a clear message', async (_name, body, as, status, error) => {
    await shop.buy('ada')
    expect(await manage(body, as)).toEqual([status, { error }])
  })

  it('the billing portal gets 502 while Stripe is down', async () => {
    await shop.buy('ada')
    shop.provider.fault = 'refuse'
    expect(await manage({ userId: 'ada' }, 'ada')).toEqual([
      502,
      { error: 'Failed to open subscription management. Please try again.' },
    ])
  })
})

it('a trial is offered only to accounts without an earlier trial', async () => {
  const standing = async () => (await shop.get('/api/billing/standing', 'ada')).json()
  expect(await standing()).toEqual({ price_id: null, cancel_at: null, payment_failed: false, trial_available: true })
  await shop.buy('ada')
  await shop.deliver()
  expect(await standing()).toEqual({
    price_id: 'price_yearly',
    cancel_at: null,
    payment_failed: false,
    trial_available: false,
  })
  await shop.post('/api/billing/cancel-trial', {}, 'ada')
  expect(await standing()).toMatchObject({ cancel_at: new Date((START + 7 * DAY) * 1000).toISOString() })
})
