import { beforeEach, expect, it } from 'vitest'
import { end } from '#server/billing/sandbox/life.ts'
import { repairBeforeRefusal } from '#server/billing/subscriber.ts'
import { syncCustomer } from '#server/billing/sync.ts'
import { addUser, openShop, type Shop, START, storedBilling, storedProfile } from './shop.ts'

let shop: Shop
let delay: () => Promise<void>
beforeEach(async () => {
  delay = async () => undefined
  shop = await openShop({ sandbox: { delay: () => delay() } })
  await addUser(shop.db, 'ada')
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

it("the server doesn't send a request to Stripe for a customer without an account", async () => {
  expect(await syncCustomer(shop.context, 'cus_sandbox_nobody')).toEqual({ ok: false, error: 'unknown' })
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
