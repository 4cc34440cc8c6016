import { describe, expect, it } from 'vitest'
import type { Provider } from '../stripe.ts'
import { project } from '../subscription.ts'
import { ada, DAY, only, open, order, START, subscribed } from './fixtures/customers.ts'
import { changeCard, complete, end } from './life.ts'
import type { Sandbox } from './sandbox.ts'
import type { SandboxState } from './state.ts'

const state = async (provider: Provider, customer: string) => project([await only(provider, customer)])
const eventTypes = (world: SandboxState) => world.events.map(({ type }) => type)

describe('requests with the real SDK', () => {
  it('creates one customer per account for any number of requests', async () => {
    const { provider, world } = await open()
    expect(await provider.createCustomer(ada, null)).toBe(await provider.createCustomer(ada, null))
    expect(Object.values(world.customers)).toMatchObject([{ email: ada.email, metadata: { userId: 'u1' } }])
  })

  it('creates another customer after an address change or a deletion', async () => {
    const { provider } = await open()
    const first = await provider.createCustomer(ada, null)
    const second = await provider.createCustomer({ ...ada, email: 'new@example.org' }, null)
    const third = await provider.createCustomer(ada, first)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await provider.createCustomer({ ...ada, email: 'new@example.org' }, null)).toBe(second)
  })

  it('distinguishes a sandbox customer from a real one', async () => {
    const { provider } = await open()
    expect(provider.owns(await provider.createCustomer(ada, null))).toBe(true)
    expect(provider.owns('cus_NffrFeUfNV2Hib')).toBe(false)
  })

  it('starts a trial of seven days, which becomes a paid year', async () => {
    const sandbox = await open()
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

  it('starts at once without a trial if none is ordered', async () => {
    const sandbox = await open()
    const customer = await subscribed(sandbox, { trialDays: 0, priceId: 'price_month' })
    expect(await only(sandbox.provider, customer)).toMatchObject({
      status: 'active',
      trialEnd: null,
      periodEnd: START + 31 * DAY,
    })
  })

  it('keeps the checkout open when the card is declined', async () => {
    const { provider, world } = await open()
    const customer = await provider.createCustomer(ada, null)
    const checkout = world.checkouts[(await provider.openCheckout(order(customer, { trialDays: 0 }))).id]!
    expect(complete(world, checkout, 'refused', START)).toBe(false)
    expect(complete(world, checkout, 'fails-later', START)).toBe(false)
    expect(await provider.listCheckouts(customer)).toMatchObject([{ open: true, priceId: 'price_year', trialDays: 0 }])
    expect(await provider.listSubscriptions(customer)).toEqual({ ok: true, value: [] })
  })

  it('grants three days of grace when the card is declined at the end of the trial', async () => {
    const sandbox = await open()
    const customer = await subscribed(sandbox, { card: 'fails-later' })
    await sandbox.skip(7)
    expect(await only(sandbox.provider, customer)).toMatchObject({ status: 'past_due', periodEnd: START + 365 * DAY })
    expect(await state(sandbox.provider, customer)).toMatchObject({ paid: true, expiresAt: START + 3 * DAY })
    await sandbox.skip(9)
    expect(await state(sandbox.provider, customer)).toMatchObject({ paid: false, status: 'canceled', expiresAt: START })
  })

  it('continues when the card is replaced in time', async () => {
    const sandbox = await open()
    const customer = await subscribed(sandbox, { card: 'fails-later' })
    await sandbox.skip(7)
    changeCard(sandbox.world, Object.values(sandbox.world.contracts)[0]!, 'pays', START)
    await sandbox.skip(3)
    expect(await only(sandbox.provider, customer)).toMatchObject({ status: 'active', periodEnd: START + 362 * DAY })
  })

  it('keeps access until the date of a cancellation', async () => {
    const sandbox = await open()
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

  it('cancels at once, and accepts a second cancellation', async () => {
    const sandbox = await open()
    const customer = await subscribed(sandbox)
    const { id } = await only(sandbox.provider, customer)
    await sandbox.provider.cancelNow(id)
    await sandbox.provider.cancelNow(id)
    expect((await only(sandbox.provider, customer)).status).toBe('canceled')
  })

  it('distinguishes an unknown customer from one without subscriptions', async () => {
    const { provider } = await open()
    expect(await provider.listSubscriptions('cus_sandbox_nobody')).toEqual({ ok: false, error: 'no-customer' })
    expect(await provider.listSubscriptions(await provider.createCustomer(ada, null))).toEqual({ ok: true, value: [] })
  })

  it('lists more subscriptions than fit on a page', async () => {
    const sandbox = await open()
    const customer = await subscribed(sandbox)
    const contract = Object.values(sandbox.world.contracts)[0]!
    end(sandbox.world, contract, START)
    for (let i = 0; i < 230; i++)
      sandbox.world.contracts[`sub_${i}`] = { ...contract, subscription: { ...contract.subscription, id: `sub_${i}` } }
    const all = await sandbox.provider.listSubscriptions(customer)
    expect(all.ok && new Set(all.value.map(({ id }) => id)).size).toBe(231)
  })

  it('returns the same checkout for a double click and a new one for a later attempt', async () => {
    const { provider } = await open()
    const customer = await provider.createCustomer(ada, null)
    const [first, again] = await Promise.all([
      provider.openCheckout(order(customer)),
      provider.openCheckout(order(customer)),
    ])
    expect(again.id).toBe(first.id)
    expect((await provider.openCheckout(order(customer, { after: first.id }))).id).not.toBe(first.id)
    expect((await provider.openCheckout(order(customer, { trialDays: 0 }))).id).not.toBe(first.id)
  })

  it('expires a checkout, and accepts an expired or completed one', async () => {
    const sandbox = await open()
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
    const sandbox = await open()
    const customer = await sandbox.provider.createCustomer(ada, null)
    await sandbox.provider.openCheckout(order(customer))
    await sandbox.skip(2)
    expect(await sandbox.provider.listCheckouts(customer)).toMatchObject([{ open: false, url: null }])
  })
})

describe('HTTP requests', () => {
  const post = (sandbox: Sandbox, path: string, body: string, key = sandbox.secretKey) =>
    fetch(new URL(path, sandbox.apiBase), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })

  it('refuses a wrong key', async () => {
    const sandbox = await open()
    expect((await post(sandbox, '/v1/customers', 'email=a', 'sk_test_other')).status).toBe(401)
  })

  it.each([
    ['/v1/checkout/sessions', 'mode=subscription', 'Missing required param: success_url.'],
    ['/v1/checkout/sessions', 'mode=payment', 'The sandbox sells subscriptions only.'],
    [
      '/v1/checkout/sessions',
      'mode=subscription&success_url=http://x&line_items[0][price]=price_x',
      "No such price: 'price_x'",
    ],
    ['/v1/billing_portal/sessions', 'customer=cus_x', "No such customer: 'cus_x'"],
  ])('refuses %s with %s', async (path, body, message) => {
    const response = await post(await open(), path, body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: { message: string } }).error.message).toBe(message)
  })

  it('responds to an unknown path with an API error', async () => {
    const response = await post(await open(), '/v1/refunds', '')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
  })
})
