import { beforeEach, describe, expect, it } from 'vitest'
import { billing, users } from '#drizzle/schema.ts'
import { end } from '#server/billing/sandbox/life.ts'
import { repairBeforeRefusal } from '#server/billing/subscriber.ts'
import { syncCustomer } from '#server/billing/sync.ts'
import { openShop, type Shop, START, storedBilling, storedProfile } from './shop.ts'

let shop: Shop
let delay: () => Promise<void>
beforeEach(async () => {
  delay = async () => undefined
  shop = await openShop({ sandbox: { delay: () => delay() } })
})

const paid = () => storedProfile(shop.db, 'ada')!.paid
const sync = () => syncCustomer(shop.context, storedBilling(shop.db, 'ada')!.customerId)

/** Starts a sync. The provider creates the response now. Call the returned function to deliver this response. */
async function slowSync(): Promise<() => Promise<unknown>> {
  const [made, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  delay = () => {
    made.resolve()
    return arrived.promise
  }
  const syncing = sync()
  await made.promise
  delay = async () => undefined
  return () => {
    arrived.resolve()
    return syncing
  }
}

it('an outdated billing response that arrives after a newer response is ignored', async () => {
  await shop.buy('ada')
  const arrive = await slowSync()
  end(shop.sandbox.world, shop.contractsOf('ada')[0]!, START)
  await sync()
  expect(paid()).toBe(false)
  await arrive()
  expect(paid()).toBe(false)
})

it('a failed newer request does not change the stored billing state', async () => {
  await shop.buy('ada')
  const arrive = await slowSync()
  shop.provider.fault = 'refuse'
  await expect(sync()).rejects.toThrow('outage')
  await arrive()
  expect(paid()).toBe(true)
})

it('the billing sync stores the status, price and trial of the subscription', async () => {
  await shop.buy('ada')
  await sync()
  const { subscription } = shop.contractsOf('ada')[0]!
  expect(storedBilling(shop.db, 'ada')).toMatchObject({
    status: 'trialing',
    priceId: 'price_yearly',
    trialUsedAt: START,
    syncedAt: START,
  })
  end(shop.sandbox.world, shop.contractsOf('ada')[0]!, START + 5)
  shop.sandbox.world.contracts = {}
  await sync()
  expect(storedBilling(shop.db, 'ada')).toMatchObject({ status: 'none', priceId: null, trialUsedAt: START })
  expect(subscription.ended_at).toBe(START + 5)
})

it("a customer without an account doesn't change any account", async () => {
  expect(await syncCustomer(shop.context, 'cus_sandbox_nobody')).toEqual({ ok: false, error: 'unknown' })
  const customer = await shop.sandbox.provider.createCustomer({ userId: 'nobody', email: 'x@example.org' }, null)
  expect(await syncCustomer(shop.context, customer)).toEqual({ ok: false, error: 'unknown' })
  expect(shop.db.orm.select().from(billing).all()).toEqual([])
})

it('the operator learns of a customer who is charged after a restore without having an account', async () => {
  shop = await openShop({ env: { OPERATOR_EMAIL: 'op@example.org' } })
  await shop.buy('ada')
  const { customerId } = storedBilling(shop.db, 'ada')!
  shop.db.orm.delete(users).run() // also deletes the billing row
  await shop.deliver()
  const lost = shop.mails.filter(({ dedupe }) => dedupe === `lost:${customerId}`)
  expect(lost[0]).toMatchObject({ to: 'op@example.org', data: { text: expect.stringContaining(customerId) } })
  shop.mails.length = 0
  for (const each of Object.values(shop.sandbox.world.contracts)) end(shop.sandbox.world, each, START)
  await shop.deliver()
  expect(shop.mails).toEqual([])
})

describe('a customer whose row was lost by the restore of a backup', () => {
  let customer: string
  beforeEach(async () => {
    await shop.buy('ada')
    customer = storedBilling(shop.db, 'ada')!.customerId
    shop.db.orm.delete(billing).run()
    shop.sandbox.world.answers = {} // Stripe forgets idempotency keys after a day
  })

  it('the next webhook gives Pro again', async () => {
    await shop.deliver()
    expect(storedBilling(shop.db, 'ada')).toMatchObject({ customerId: customer, status: 'trialing' })
    expect(paid()).toBe(true)
  })

  it("a webhook doesn't replace another customer of the account", async () => {
    shop.db.orm.insert(billing).values({ userId: 'ada', customerId: 'cus_sandbox_other' }).run()
    await shop.deliver()
    expect(storedBilling(shop.db, 'ada')).toMatchObject({ customerId: 'cus_sandbox_other', status: null })
    expect(paid()).toBe(false)
  })

  it('a checkout finds the subscription instead of selling a second one', async () => {
    const response = await shop.post('/api/checkout', { priceId: 'price_yearly' }, 'ada')
    expect(await response.json()).toMatchObject({ already_subscribed: true })
    expect(Object.keys(shop.sandbox.world.customers)).toEqual([customer])
    expect(paid()).toBe(true)
  })

  it('disabling the account cancels the subscription', async () => {
    expect(await shop.deps.subscriptions.endRenewal('ada')).toBe(null)
    const [contract] = Object.values(shop.sandbox.world.contracts)
    expect(contract!.subscription.cancel_at).not.toBe(null)
  })

  it('deleting the account cancels the subscription', async () => {
    expect((await shop.deps.subscriptions.endAll('ada')).ok).toBe(true)
    expect(Object.values(shop.sandbox.world.contracts)).toMatchObject([{ subscription: { status: 'canceled' } }])
  })
})

it('the server responds without waiting for a slow response of Stripe', async () => {
  await shop.buy('ada')
  shop.clock.seconds += 10
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  const patience = new AbortController()
  delay = () => {
    patience.abort() // aborts after the request was sent and before the response
    return promise
  }
  await repairBeforeRefusal(shop.context, 'ada', patience.signal)
  expect(paid()).toBe(false)
  arrive()
  await expect.poll(paid).toBe(true)
})

it("a subscription with an unknown price doesn't give Pro unless STRIPE_OTHER_PRICES contains the price", async () => {
  await shop.buy('ada')
  shop.contractsOf('ada')[0]!.subscription.items.data[0].price.id = 'price_of_something_else'
  await sync()
  expect(storedBilling(shop.db, 'ada')).toMatchObject({ status: 'none' })
  expect(paid()).toBe(false)
  const settings = { ...shop.context.settings, otherPrices: ['price_of_something_else'] }
  await syncCustomer({ ...shop.context, settings }, storedBilling(shop.db, 'ada')!.customerId)
  expect(paid()).toBe(true)
})
