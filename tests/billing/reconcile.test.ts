import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { billing, profiles } from '#drizzle/schema.ts'
import { reconcileAll } from '#server/billing/reconcile.ts'
import { end, setCanceling } from '#server/billing/sandbox/life.ts'
import { createBillingStore } from '#server/billing/store.ts'
import { createSubscriptions } from '#server/billing/subscriber.ts'
import { RENEWAL_LEEWAY_MS } from '#server/profiles/profiles.ts'
import { addUser, DAY, ORIGIN, openShop, type Shop, START, storedBilling, storedProfile } from './shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})

const contract = () => shop.contractsOf('ada')[0]!
const paid = () => storedProfile(shop.db, 'ada')!.paid
const never = new AbortController().signal

describe('checking stored subscriptions with Stripe', () => {
  const reconcile = (which: 'due' | 'all') => shop.deps.subscriptions.reconcile(which, never)

  it('the hourly check finds a subscription whose end no webhook reported', async () => {
    await shop.buy('ada')
    await shop.deliver()
    setCanceling(shop.sandbox.world, contract(), true, START)
    shop.clock.seconds += 7 * DAY - 3600
    await reconcile('due')
    expect(paid()).toBe(true)
    shop.clock.seconds += 3600
    await reconcile('due')
    expect(paid()).toBe(false)
  })

  it("the hourly check doesn't make a request for a customer whose access doesn't end soon", async () => {
    await shop.buy('ada')
    await shop.deliver()
    const before = shop.provider.requests
    await reconcile('due')
    expect(shop.provider.requests).toBe(before)
  })

  it('the hourly check finds the end of a subscription with a failed payment', async () => {
    await shop.buy('ada', 'fails-later')
    await shop.deliver()
    shop.clock.seconds += 7 * DAY
    await reconcile('due')
    expect(storedBilling(shop.db, 'ada')!.status).toBe('past_due')
    expect(await (await shop.get('/api/billing/standing', 'ada')).json()).toMatchObject({ payment_failed: true })
    end(shop.sandbox.world, contract(), shop.clock.seconds)
    await reconcile('due')
    expect(paid()).toBe(false)
  })

  it('the nightly check reads all customers, even if reading one customer fails', async () => {
    await shop.buy('ada')
    await shop.buy('bob')
    let first = true
    const provider: typeof shop.sandbox.provider = {
      ...shop.sandbox.provider,
      async listSubscriptions(customerId) {
        if (!first) return shop.sandbox.provider.listSubscriptions(customerId)
        first = false
        throw new Error('away')
      },
    }
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    await createSubscriptions({ ...shop.deps, billing: provider, pause }).reconcile('all', never)
    expect(['ada', 'bob'].filter((id) => storedProfile(shop.db, id)!.paid)).toHaveLength(1)
    await reconcile('all')
    expect(['ada', 'bob'].filter((id) => storedProfile(shop.db, id)!.paid)).toHaveLength(2)
    expect(pauses).toEqual([320, 320]) // pauses of 8 lanes at 25 customers per second
  })

  it.each(['due', 'all'] as const)('the check of %s customers fails if every read fails', async (which) => {
    await shop.buy('ada')
    await shop.deliver()
    shop.clock.seconds += 7 * DAY
    shop.provider.fault = 'refuse'
    await expect(reconcile(which)).rejects.toThrow('from the payment provider: The sandbox plays an outage.')
    shop.provider.fault = 'none'
    await reconcile(which)
    expect(storedProfile(shop.db, 'ada')!.expiresAt).toBe(START + 372 * DAY)
  })

  it('customers of the sandbox and of Stripe that were not read do not count as a success', async () => {
    shop.db.orm.insert(billing).values({ userId: 'bob', customerId: 'cus_of_stripe' }).run()
    await shop.buy('ada')
    shop.provider.fault = 'refuse'
    await expect(reconcile('all')).rejects.toThrow('from the payment provider: The sandbox plays an outage.')
  })

  it('a check stops early with one warning if no customer can be read, and the next check reads them all', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `user${n}`)
    for (const id of ids) {
      await addUser(shop.db, id)
      shop.db.orm
        .insert(billing)
        .values({ userId: id, customerId: `cus_sandbox_${id}` })
        .run()
    }
    shop.provider.fault = 'refuse'
    const failed = async () => {
      const context = { ...shop.context, log: { ...shop.context.log, warn: () => warnings++ } as never }
      let warnings = 0
      const result = await reconcileAll(context, 1, { signal: never, pause: async () => undefined })
      return [result.checked, result.failed < 40, warnings]
    }
    expect([await failed(), await failed()]).toEqual([
      [0, true, 1],
      [0, true, 1],
    ])
    shop.provider.fault = 'none'
    const { checked } = await reconcileAll(shop.context, 1, { signal: never, pause: async () => undefined })
    expect(checked).toBe(60)
  })

  it('the nightly check stops when the server stops', async () => {
    await shop.buy('ada')
    await expect(shop.deps.subscriptions.reconcile('all', AbortSignal.abort())).rejects.toThrow('aborted')
    expect(paid()).toBe(false)
  })
})

describe('a renewal that Stripe has not reported yet', () => {
  const LEEWAY = RENEWAL_LEEWAY_MS / 1000
  const HEADERS = { cookie: 'sid=ada', origin: ORIGIN, 'idempotency-key': 'export-1' }
  const download = async () =>
    (await shop.app.request('/api/downloads', { method: 'POST', headers: HEADERS })).json() as Promise<unknown>
  const access = async () => (await (await shop.get('/api/access', 'ada')).json()) as { reason: string }
  const setState = (set: Partial<typeof billing.$inferInsert>) => shop.db.orm.update(billing).set(set).run()
  beforeEach(async () => {
    await shop.buy('ada')
    await shop.deliver()
    shop.provider.fault = 'refuse'
    shop.db.orm.update(profiles).set({ downloadCredits: 2 }).run()
  })

  it('an active subscription gives six hours of access after the end of its period', async () => {
    setState({ status: 'active' })
    shop.clock.seconds = START + 7 * DAY + LEEWAY - 1
    expect(await download()).toEqual({ charged: 0, download_credits: 2 })
    expect((await access()).reason).toBe('paid')
    shop.clock.seconds += 1
    expect((await access()).reason).toBe('credits')
  })

  it.each([
    // otherwise the trial's end on the page would be wrong
    ['a trial', { status: 'trialing' }],
    ['a canceled trial', { status: 'trialing', cancelAt: START + 7 * DAY }],
    ['a canceled subscription', { status: 'active', cancelAt: START + 7 * DAY }],
    ['an unpaid subscription', { status: 'past_due' }],
  ])("%s doesn't give access after its end", async (_name, state) => {
    setState(state)
    shop.clock.seconds = START + 7 * DAY
    expect((await access()).reason).toBe('credits')
    expect(await download()).toEqual({ charged: 1, download_credits: 1 })
  })
})

describe('a server changed between sandbox and Stripe', () => {
  it('a server in test mode does not change purchases made with Stripe', async () => {
    shop.db.orm.insert(billing).values({ userId: 'ada', customerId: 'cus_real' }).run()
    shop.db.orm
      .update(profiles)
      .set({ paid: true, expiresAt: START + DAY })
      .where(eq(profiles.id, 'ada'))
      .run()
    await shop.deps.subscriptions.reconcile('all', never)
    expect(paid()).toBe(true)
    expect(shop.provider.requests).toBe(0)
  })

  it("a check doesn't change the stored subscription if the provider doesn't know the customer", async () => {
    await shop.buy('ada')
    await shop.deliver()
    shop.sandbox.world.customers = {}
    await shop.deps.subscriptions.reconcile('all', never)
    expect(paid()).toBe(true)
  })
})

describe('with billing off', () => {
  beforeEach(async () => {
    shop = await openShop({ env: { BILLING: 'off' }, billing: { kind: 'off' } })
  })

  it.each<[string, unknown, number]>([
    ['/api/checkout', { priceId: 'price_yearly' }, 404],
    ['/api/billing/cancel-trial', {}, 404],
    ['/api/manage-subscription', { userId: 'ada' }, 404],
    ['/api/billing/sync', {}, 200],
    ['/api/stripe/webhook', {}, 404],
  ])('with BILLING=off, the route %s answers %o with %i', async (path, body, status) => {
    expect((await shop.post(path, body, 'ada')).status).toBe(status)
  })

  it('with BILLING=off, the operator learns which customers Stripe still charges', async () => {
    shop = await openShop({ env: { BILLING: 'off', OPERATOR_EMAIL: 'op@example.org' }, billing: { kind: 'off' } })
    const rows = [
      { userId: 'cat', customerId: 'cus_1', status: 'active' },
      { userId: 'dan', customerId: 'cus_2', status: 'canceled' },
      { userId: 'eve', customerId: 'cus_sandbox_3', status: 'active' },
      { userId: 'fay', customerId: 'cus_4', status: 'active', cancelAt: START },
      { userId: 'gus', customerId: 'cus_5', status: 'past_due', cancelAt: START },
    ]
    for (const row of rows) {
      await addUser(shop.db, row.userId)
      shop.db.orm.insert(billing).values(row).run()
    }
    const { subscriptions } = shop.deps
    expect(await createBillingStore(shop.db).charged()).toEqual(['cus_1', 'cus_5'])
    const renewals = await Promise.all(rows.map(({ userId }) => subscriptions.endRenewal(userId)))
    expect(renewals).toEqual(['cus_1', null, null, null, 'cus_5'])
    for (const { userId } of rows) expect((await subscriptions.endAll(userId)).ok).toBe(true)
    expect(shop.mails).toMatchObject([
      { to: 'op@example.org', data: { text: expect.stringContaining('customer cus_1 is deleted') } },
      { to: 'op@example.org', data: { text: expect.stringContaining('customer cus_5 is deleted') } },
    ])
  })

  it('with BILLING=off, no call changes a subscription', async () => {
    const { subscriptions } = shop.deps
    await subscriptions.repair('ada')
    await subscriptions.reconcile('all', never)
    expect(await subscriptions.endAll('ada')).toEqual({ ok: true, value: null })
  })
})
