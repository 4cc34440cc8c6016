import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { billing } from '#drizzle/schema.ts'
import { order } from '#server/billing/sandbox/fixtures/customers.ts'
import type { Provider } from '#server/billing/stripe.ts'
import { readConfig } from '#server/config/config.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { type Assembled, assemble } from '#server/start/assemble.ts'
import { freshDatabase, MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { addUser, ORIGIN, PRICES, storedProfile } from './shop.ts'

let folder: string
let db: FileDatabase
let running: Assembled | null = null
beforeEach(async () => {
  folder = makeFolder()
  db = freshDatabase(join(folder, 'midground.db'))
  await addUser(db, 'ada')
})
afterEach(async () => {
  await running?.close()
  db.close()
})

async function start(env: Record<string, string> = {}): Promise<Assembled> {
  await running?.close()
  db.close()
  db = openDatabase({ file: join(folder, 'midground.db'), migrations: MIGRATIONS })
  const config = readConfig({ DATA_DIR: folder, ...env })
  running = await assemble({ config, db, log: pino({ level: 'silent' }), files: new Map() })
  return running
}

const providerOf = ({ deps }: Assembled): Provider => {
  if (deps.billing.kind === 'off') throw new Error('billing is off')
  return deps.billing
}

/** Pays a checkout on the sandbox's page, as a browser would. Returns the customer's id. */
async function buy(provider: Provider): Promise<string> {
  const customerId = await provider.createCustomer({ userId: 'ada', email: 'ada@example.org' }, null)
  db.orm.insert(billing).values({ userId: 'ada', customerId }).run()
  const { url } = await provider.openCheckout({ ...order(customerId, { priceId: PRICES.yearly }), userId: 'ada' })
  const page = new URL(url ?? '')
  const body = new URLSearchParams({ card: 'pays' })
  await fetch(page, { method: 'POST', redirect: 'manual', headers: { origin: page.origin }, body })
  return customerId
}

const isPaid = () => storedProfile(db, 'ada')!.paid

it('a purchase in the sandbox survives restarts of the server', async () => {
  const customer = await buy(providerOf(await start()))
  await expect.poll(isPaid).toBe(true)
  const subscriptions = await providerOf(await start()).listSubscriptions(customer)
  expect(subscriptions).toMatchObject({ ok: true, value: [{ status: 'trialing' }] })
  expect(isPaid()).toBe(true)
})

it("a canceled trial ends when the sandbox's clock is set forward", async () => {
  const provider = providerOf(await start())
  const customer = await buy(provider)
  await expect.poll(isPaid).toBe(true)
  const subscriptions = await provider.listSubscriptions(customer)
  await provider.cancelAtPeriodEnd(subscriptions.ok ? subscriptions.value[0]!.id : '')
  const portal = new URL(await provider.openPortal(customer, ORIGIN))
  const body = new URLSearchParams({ days: '8' })
  await fetch(`${portal}/skip`, { method: 'POST', redirect: 'manual', headers: { origin: portal.origin }, body })
  expect(isPaid()).toBe(false) // no polling, because `/skip` responds only after the webhooks were delivered
})

it("a purchase in the sandbox doesn't give Pro on a server with Stripe keys", async () => {
  await buy(providerOf(await start()))
  await expect.poll(isPaid).toBe(true)
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const assembled = await start({ ...keys, STRIPE_PRICE_MONTHLY: 'price_1', STRIPE_PRICE_YEARLY: 'price_2' })
  expect(providerOf(assembled)).toMatchObject({ kind: 'stripe', prices: { monthly: 'price_1', yearly: 'price_2' } })
  await assembled.deps.subscriptions.reconcile('all', new AbortController().signal)
  expect(isPaid()).toBe(false)
})
