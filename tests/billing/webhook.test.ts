import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { stripeEvents } from '#drizzle/schema.ts'
import { emit } from '#server/billing/sandbox/state.ts'
import { signPayload } from '#server/billing/stripe.ts'
import { DAY, openShop, type Shop, START, storedProfile } from './shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ env: { OPERATOR_EMAIL: 'op@example.org', RATE_LIMITS: 'off' } })
})

const events = () => shop.sandbox.world.events
const lastEvent = () => events().at(-1)!
const stored = (id: string) => shop.db.orm.select().from(stripeEvents).where(eq(stripeEvents.id, id)).get()
const paid = () => storedProfile(shop.db, 'ada')!.paid
const customer = () => shop.contractsOf('ada')[0]!.subscription.customer

/** Adds an event to the sandbox's state and returns it. */
function happen(type: string, object: object) {
  emit(shop.sandbox.world, type, object, START)
  return lastEvent()
}

describe('the signature of a webhook', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const sign = (payload: string, over: { secret?: string; timestamp?: number } = {}) =>
    signPayload(payload, over.secret ?? shop.sandbox.webhookSecret, over.timestamp ?? seconds())

  it.each<[string, number, (payload: string) => { payload: string; signature: string }]>([
    ['a valid signature', 200, (payload) => ({ payload, signature: sign(payload) })],
    [
      'a signature with another secret',
      400,
      (payload) => ({ payload, signature: sign(payload, { secret: 'whsec_other' }) }),
    ],
    [
      'a signature of another body',
      400,
      (payload) => ({ payload: payload.replace('evt_', 'evx_'), signature: sign(payload) }),
    ],
    [
      'a signature 301 seconds old',
      400,
      (payload) => ({ payload, signature: sign(payload, { timestamp: seconds() - 301 }) }),
    ],
    [
      'a signature 301 seconds in the future',
      400,
      (payload) => ({ payload, signature: sign(payload, { timestamp: seconds() + 310 }) }),
    ],
    ['a missing signature', 400, (payload) => ({ payload, signature: '' })],
  ])('the webhook checks the signature: %s gets the status %i', async (_name, status, make) => {
    await shop.buy('ada')
    const { payload, signature } = make(lastEvent().payload)
    expect(await shop.webhook({ payload }, signature)).toBe(status)
    expect(paid()).toBe(status === 200)
  })

  it.each(['id', 'type', 'created', 'data'])(
    'the webhook rejects a signed event without the field “%s”',
    async (name) => {
      await shop.buy('ada')
      const { [name]: _gone, ...rest } = JSON.parse(lastEvent().payload) as Record<string, unknown>
      const payload = JSON.stringify(rest)
      expect(await shop.webhook({ payload }, sign(payload))).toBe(400)
    },
  )

  it('the webhook rejects a body of more than half a megabyte', async () => {
    const payload = JSON.stringify({ id: 'evt_1', type: 'x', data: { object: {} }, filler: 'x'.repeat(600_000) })
    expect(await shop.webhook({ payload }, sign(payload))).toBe(413)
  })
})

describe('a webhook event', () => {
  it('the webhook stores an event without its payload, and processes a repeated event once', async () => {
    await shop.buy('ada')
    const event = lastEvent()
    expect(await shop.webhook(event)).toBe(200)
    // if the server processed the event a second time, the call to the provider would fail
    shop.provider.fault = 'refuse'
    expect(await shop.webhook(event)).toBe(200)
    expect(stored(event.id)).toEqual({
      id: event.id,
      type: 'checkout.session.completed',
      created: START,
      receivedAt: START,
      doneAt: START,
      error: null,
    })
  })

  it('an event that failed during a Stripe outage is processed when Stripe sends the event again', async () => {
    await shop.buy('ada')
    shop.provider.fault = 'refuse'
    expect(await shop.webhook(lastEvent())).toBe(500)
    expect(stored(lastEvent().id)).toMatchObject({ doneAt: null, error: expect.stringContaining('outage') })
    expect(paid()).toBe(false)
    shop.provider.fault = 'none'
    expect(await shop.webhook(lastEvent())).toBe(200)
    expect(stored(lastEvent().id)).toMatchObject({ doneAt: START, error: null })
    expect(paid()).toBe(true)
  })

  it.each(['payment_intent.created', 'price.updated', 'something.new'])(
    'the webhook accepts an event of type %s without changing any account',
    async (type) => {
      await shop.buy('ada')
      expect(await shop.webhook(happen(type, { object: 'thing', customer: customer() }))).toBe(200)
      expect(paid()).toBe(false)
    },
  )

  it("an event about an unknown customer doesn't change any account", async () => {
    await shop.buy('ada')
    const other = { object: 'subscription', customer: 'cus_other' }
    expect(await shop.webhook(happen('customer.subscription.updated', other))).toBe(200)
    expect(paid()).toBe(false)
  })

  it("the webhook stores the subscription's current state from Stripe, not the state in the event", async () => {
    await shop.buy('ada')
    const { subscription } = shop.contractsOf('ada')[0]!
    const outdated = { ...subscription, status: 'canceled', trial_end: START + 900 * DAY }
    await shop.webhook(happen('customer.subscription.updated', outdated))
    expect(storedProfile(shop.db, 'ada')).toMatchObject({ paid: true, expiresAt: START + 7 * DAY })
  })

  it("the webhook accepts an event that contains the whole customer object instead of the customer's id", async () => {
    await shop.buy('ada')
    const expanded = { id: customer(), object: 'customer' }
    await shop.webhook(happen('invoice.paid', { object: 'invoice', customer: expanded }))
    expect(paid()).toBe(true)
  })
})

describe('billing emails', () => {
  it('an email announces the end of a trial three days before, unless canceled', async () => {
    await shop.buy('ada')
    shop.clock.seconds += 4 * DAY
    await shop.sandbox.skip(1)
    await shop.deliver()
    expect(shop.mails).toMatchObject([
      { template: 'trial-ending', to: 'ada@example.org', data: { until: '2027-01-21 at 08:00 UTC' } },
    ])

    await shop.sandbox.provider.cancelAtPeriodEnd(shop.contractsOf('ada')[0]!.subscription.id)
    await shop.deliver()
    await shop.webhook(happen('customer.subscription.trial_will_end', shop.contractsOf('ada')[0]!.subscription))
    expect(shop.mails).toHaveLength(1)
  })

  it('each event of a failed payment sends one email to the customer', async () => {
    await shop.buy('ada', 'fails-later')
    await shop.sandbox.skip(7)
    await shop.deliver()
    const failed = events().find(({ type }) => type === 'invoice.payment_failed')!
    expect(shop.mails.filter(({ template }) => template === 'payment-failed')).toMatchObject([
      { to: 'ada@example.org', dedupe: failed.id },
    ])
    expect(storedProfile(shop.db, 'ada')).toMatchObject({ paid: true, expiresAt: START + 3 * DAY })
  })

  it.each(['charge.refunded', 'charge.dispute.created'])(
    'the event %s sends an email only to the operator',
    async (type) => {
      await shop.buy('ada')
      await shop.deliver()
      await shop.webhook(happen(type, { object: 'charge', customer: customer() }))
      expect(shop.mails).toMatchObject([{ template: 'operator-notice', to: 'op@example.org' }])
      expect(paid()).toBe(true)
    },
  )

  it('the operator gets an email when a customer pays twice', async () => {
    await shop.buy('ada')
    const [contract] = shop.contractsOf('ada')
    const twin = { ...contract!.subscription, id: 'sub_twin' }
    shop.sandbox.world.contracts[twin.id] = { ...contract!, subscription: twin }
    await shop.webhook(lastEvent())
    expect(shop.mails).toMatchObject([
      { template: 'operator-notice', data: { subject: 'Customer has 2 active subscriptions' } },
    ])
    expect(paid()).toBe(true)
  })
})
