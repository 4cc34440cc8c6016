import { afterEach, describe, expect, it } from 'vitest'
import type { Provider } from '../provider.ts'
import { project, type SubscriptionFacts } from '../subscription.ts'
import { changeCard, complete, end } from './life.ts'
import { type Books, forgetfulBooks, type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'
import type { Card, World } from './world.ts'

const DAY = 86_400
const START = 1_800_000_000

const running: Sandbox[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

async function start(over: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    prices: { monthly: 'price_month', yearly: 'price_year' },
    brand: 'Midground',
    now: () => START * 1000,
    books: forgetfulBooks,
    deliver: null,
    ...over,
  })
  running.push(sandbox)
  return sandbox
}

const ada = { userId: 'u1', email: 'ada@example.org' }

const order = (customerId: string, over: { trialDays?: number; priceId?: string; after?: string | null } = {}) => ({
  customerId,
  userId: 'u1',
  priceId: 'price_year',
  trialDays: 7,
  successUrl: 'http://127.0.0.1:3000/custom-editor?from=payment',
  cancelUrl: 'http://127.0.0.1:3000/pricing',
  after: null,
  ...over,
})

async function subscribed(
  sandbox: Sandbox,
  { card = 'pays', ...over }: { card?: Card; trialDays?: number; priceId?: string } = {},
) {
  const customer = await sandbox.provider.createCustomer(ada, null)
  const { id } = await sandbox.provider.openCheckout(order(customer, over))
  expect(complete(sandbox.world, sandbox.world.checkouts[id]!, card, START)).toBe(true)
  return customer
}

async function only(provider: Provider, customer: string): Promise<SubscriptionFacts> {
  const all = await provider.listSubscriptions(customer)
  if (!all.ok) throw new Error('no customer')
  expect(all.value).toHaveLength(1)
  return all.value[0]!
}

const state = async (provider: Provider, customer: string) => project([await only(provider, customer)])
const eventTypes = (world: World) => world.events.map(({ type }) => type)

describe('asked through the real SDK', () => {
  it('makes one customer of an account, however often it is asked', async () => {
    const { provider, world } = await start()
    expect(await provider.createCustomer(ada, null)).toBe(await provider.createCustomer(ada, null))
    expect(Object.values(world.customers)).toMatchObject([{ email: ada.email, metadata: { userId: 'u1' } }])
  })

  it('makes another customer when the address changed between two tries, or the first was deleted', async () => {
    const { provider } = await start()
    const first = await provider.createCustomer(ada, null)
    const second = await provider.createCustomer({ ...ada, email: 'new@example.org' }, null)
    const third = await provider.createCustomer(ada, first)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await provider.createCustomer({ ...ada, email: 'new@example.org' }, null)).toBe(second)
  })

  it('knows a sandbox customer from a real one', async () => {
    const { provider } = await start()
    expect(provider.owns(await provider.createCustomer(ada, null))).toBe(true)
    expect(provider.owns('cus_NffrFeUfNV2Hib')).toBe(false)
  })

  it('starts a trial of seven days, which becomes a paid year', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox)
    const trial = await only(sandbox.provider, customer)
    expect(trial).toMatchObject({
      status: 'trialing',
      priceId: 'price_year',
      trialStart: START,
      trialEnd: START + 7 * DAY,
      periodEnd: START + 7 * DAY,
    })
    await sandbox.skip(8)
    const paid = await only(sandbox.provider, customer)
    expect(paid).toMatchObject({ status: 'active', periodStart: START - DAY, periodEnd: START - DAY + 365 * DAY })
    expect(eventTypes(sandbox.world)).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'checkout.session.completed',
        'customer.subscription.trial_will_end',
        'invoice.paid',
      ]),
    )
  })

  it('starts at once, without a trial, when none is ordered', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox, { trialDays: 0, priceId: 'price_month' })
    expect(await only(sandbox.provider, customer)).toMatchObject({
      status: 'active',
      trialEnd: null,
      periodEnd: START + 31 * DAY,
    })
  })

  it('leaves the checkout open when the card is declined', async () => {
    const { provider, world } = await start()
    const customer = await provider.createCustomer(ada, null)
    const checkout = world.checkouts[(await provider.openCheckout(order(customer, { trialDays: 0 }))).id]!
    expect(complete(world, checkout, 'refused', START)).toBe(false)
    expect(complete(world, checkout, 'fails-later', START)).toBe(false)
    expect(await provider.listCheckouts(customer)).toMatchObject([{ open: true, priceId: 'price_year', trialDays: 0 }])
    expect(await provider.listSubscriptions(customer)).toEqual({ ok: true, value: [] })
  })

  it('gives three days of grace when the card is declined at the end of the trial, not a free year', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox, { card: 'fails-later' })
    await sandbox.skip(7)
    expect(await only(sandbox.provider, customer)).toMatchObject({ status: 'past_due', periodEnd: START + 365 * DAY })
    expect(await state(sandbox.provider, customer)).toMatchObject({ paid: true, expiresAt: START + 3 * DAY })
    await sandbox.skip(9)
    expect(await state(sandbox.provider, customer)).toMatchObject({ paid: false, status: 'canceled', expiresAt: START })
  })

  it('goes on when the card is mended in time', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox, { card: 'fails-later' })
    await sandbox.skip(7)
    changeCard(sandbox.world, Object.values(sandbox.world.contracts)[0]!, 'pays', START)
    await sandbox.skip(3)
    expect(await only(sandbox.provider, customer)).toMatchObject({ status: 'active', periodEnd: START + 362 * DAY })
  })

  it('keeps access to the date of a cancellation, then ends', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox)
    await sandbox.provider.cancelAtPeriodEnd((await only(sandbox.provider, customer)).id)
    expect(await state(sandbox.provider, customer)).toMatchObject({
      paid: true,
      expiresAt: START + 7 * DAY,
      cancelAt: START + 7 * DAY,
    })
    await sandbox.skip(7)
    expect(await state(sandbox.provider, customer)).toMatchObject({ paid: false, status: 'canceled', expiresAt: START })
  })

  it('cancels at once, and again without complaint', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox)
    const { id } = await only(sandbox.provider, customer)
    await sandbox.provider.cancelNow(id)
    await sandbox.provider.cancelNow(id)
    expect((await only(sandbox.provider, customer)).status).toBe('canceled')
  })

  it('tells an unknown customer from one without subscriptions', async () => {
    const { provider } = await start()
    expect(await provider.listSubscriptions('cus_sandbox_nobody')).toEqual({ ok: false, error: 'no-customer' })
    expect(await provider.listSubscriptions(await provider.createCustomer(ada, null))).toEqual({ ok: true, value: [] })
  })

  it('lists more subscriptions than fit on a page', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox)
    const contract = Object.values(sandbox.world.contracts)[0]!
    end(sandbox.world, contract, START)
    for (let i = 0; i < 230; i++)
      sandbox.world.contracts[`sub_${i}`] = { ...contract, subscription: { ...contract.subscription, id: `sub_${i}` } }
    const all = await sandbox.provider.listSubscriptions(customer)
    expect(all.ok && new Set(all.value.map(({ id }) => id)).size).toBe(231)
  })

  it('gives one checkout to a double click and a new one to a later try', async () => {
    const { provider } = await start()
    const customer = await provider.createCustomer(ada, null)
    const [first, again] = await Promise.all([
      provider.openCheckout(order(customer)),
      provider.openCheckout(order(customer)),
    ])
    expect(again.id).toBe(first.id)
    expect((await provider.openCheckout(order(customer, { after: first.id }))).id).not.toBe(first.id)
    expect((await provider.openCheckout(order(customer, { trialDays: 0 }))).id).not.toBe(first.id)
  })

  it('expires a checkout, and minds neither a second time nor a completed one', async () => {
    const sandbox = await start()
    const customer = await subscribed(sandbox)
    const { id } = await sandbox.provider.openCheckout(order(customer, { after: 'x' }))
    await sandbox.provider.expireCheckout(id)
    await sandbox.provider.expireCheckout(id)
    const all = await sandbox.provider.listCheckouts(customer)
    expect(all.map(({ open }) => open)).toEqual([false, false])
    for (const checkout of all) await sandbox.provider.expireCheckout(checkout.id)
    expect(Object.values(sandbox.world.checkouts).map(({ session }) => session.status)).toEqual(['complete', 'expired'])
  })

  it('expires an open checkout after a day', async () => {
    const sandbox = await start()
    const customer = await sandbox.provider.createCustomer(ada, null)
    await sandbox.provider.openCheckout(order(customer))
    await sandbox.skip(2)
    expect(await sandbox.provider.listCheckouts(customer)).toMatchObject([{ open: false, url: null }])
  })
})

describe('in bad weather', () => {
  it('does nothing when it refuses, and everything when only the answer is lost', async () => {
    const faults = ['refuse', 'lose'] as const
    let request = 0
    const { provider, world } = await start({ fault: () => faults[request++] ?? 'none' })
    await expect(provider.createCustomer(ada, null)).rejects.toThrow('outage')
    expect(Object.keys(world.customers)).toHaveLength(0)
    await expect(provider.createCustomer(ada, null)).rejects.toThrow('outage')
    expect(Object.keys(world.customers)).toHaveLength(1)
    expect(await provider.createCustomer(ada, null)).toBe(Object.keys(world.customers)[0])
  })

  it('answers with what was true when it was asked, however late', async () => {
    let meanwhile = (): void => undefined
    const sandbox = await start({
      delay: async () => meanwhile(),
    })
    const customer = await subscribed(sandbox)
    meanwhile = () => end(sandbox.world, Object.values(sandbox.world.contracts)[0]!, START)
    expect((await only(sandbox.provider, customer)).status).toBe('trialing')
    meanwhile = () => undefined
    expect((await only(sandbox.provider, customer)).status).toBe('canceled')
  })
})

describe('after a restart', () => {
  function memoryBooks(): Books {
    let kept: string | null = null
    return {
      load: () => (kept === null ? null : (JSON.parse(kept) as World)),
      save: (world) => {
        kept = JSON.stringify(world)
      },
    }
  }

  it('knows its customers, and what became due meanwhile', async () => {
    const books = memoryBooks()
    const before = await start({ books })
    const customer = await subscribed(before)
    before.changed()
    const after = await start({ books, now: () => (START + 8 * DAY) * 1000 })
    expect(await only(after.provider, customer)).toMatchObject({ status: 'active', periodStart: START + 7 * DAY })
  })

  it('delivers what was not delivered', async () => {
    const books = memoryBooks()
    const before = await start({ books, deliver: async () => 500 })
    await subscribed(before)
    before.changed()
    const got = new Set<string>()
    await start({
      books,
      now: () => (START + 3700) * 1000,
      deliver: async (payload) => {
        got.add((JSON.parse(payload) as { type: string }).type)
        return 200
      },
    })
    await expect.poll(() => got.has('checkout.session.completed')).toBe(true)
  })
})

it('signs what it delivers, and tries again until it is taken', async () => {
  let seconds = START
  const taken: string[] = []
  const answers = [500, 0, 200]
  const sandbox = await start({
    now: () => seconds * 1000,
    deliver: async (payload, signature) => {
      const event = sandbox.provider.readEvent(Buffer.from(payload), signature)
      const status = answers.shift() ?? 200
      if (status === 200 && event) taken.push(event.type)
      return status
    },
  })
  seconds = Math.floor(Date.now() / 1000) // signatures age by the real clock
  const customer = await sandbox.provider.createCustomer(ada, null)
  await expect.poll(() => answers.length).toBe(2)
  for (const wait of [1, 2]) {
    seconds += wait
    sandbox.changed()
    await expect.poll(() => answers.length).toBe(2 - wait)
  }
  await expect.poll(() => taken).toEqual(['customer.created'])
  expect(customer).toMatch(/^cus_sandbox_/)
})
