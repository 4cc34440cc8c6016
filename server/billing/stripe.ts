/** The billing provider, using Stripe's SDK. The sandbox has the same HTTP API and is used through the same code. */
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { err, ok } from '#server/contract/result.ts'
import type { CheckoutFacts, CheckoutOrder, Provider, ProviderEvent } from './provider.ts'
import { checkStripe } from './stripe-check.ts'
import type { SubscriptionFacts } from './subscription.ts'

/** Types of Stripe's SDK, so that no other file imports the SDK. */
export type StripeSubscription = Stripe.Subscription
export type StripeSubscriptionItem = Stripe.SubscriptionItem
export type StripeCheckout = Stripe.Checkout.Session
export type StripeCustomer = Stripe.Customer
export type StripePrice = Stripe.Price
export type StripeInvoice = Stripe.Invoice

/** The API version of this SDK. Webhook endpoints may send payloads of an older version. */
export const API_VERSION: string = Stripe.API_VERSION

/** A webhook whose signature is older than this is refused as a replay, in seconds. */
const TOLERANCE = 300
const REQUEST_TIMEOUT_MS = 15_000
/**
 * Prefix of the sandbox's customer ids. With Stripe such a customer never counts as paying, and the sandbox ignores
 * Stripe's customers.
 */
export const SANDBOX_CUSTOMER = 'cus_sandbox_'

/** Options of `stripeProvider`. */
export interface StripeOptions {
  readonly kind: Provider['kind']
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prices: Provider['prices']
  /** Loopback address of the sandbox's API; null for Stripe's. */
  readonly apiBase: URL | null
}

/** Creates the provider. No request is made before the first call. */
export function stripeProvider({ kind, secretKey, webhookSecret, prices, apiBase }: StripeOptions): Provider {
  const stripe = new Stripe(secretKey, { timeout: REQUEST_TIMEOUT_MS, telemetry: false, ...endpoint(apiBase) })
  return {
    kind,
    prices,
    owns: (customerId) => customerId.startsWith(SANDBOX_CUSTOMER) === (kind === 'sandbox'),

    createCustomer: ({ userId, email }, replaces) => createCustomer(stripe, userId, email, replaces),

    async updateEmail(customer, email) {
      try {
        await stripe.customers.update(customer, { email })
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async deleteCustomer(customer) {
      try {
        await stripe.customers.del(customer)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async listSubscriptions(customer) {
      try {
        const pages = stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
        return ok((await pages.autoPagingToArray({ limit: 1000 })).map(subscriptionFacts))
      } catch (error) {
        if (isMissing(error)) return err('no-customer')
        throw error
      }
    },

    async listCheckouts(customer) {
      try {
        const page = await stripe.checkout.sessions.list({ customer, limit: 100 })
        return page.data.map(checkoutFacts)
      } catch (error) {
        if (isMissing(error)) return [] // an unknown customer has no checkouts
        throw error
      }
    },

    openCheckout: async (order) => checkoutFacts(await openCheckout(stripe, order)),

    async expireCheckout(checkoutId) {
      try {
        await stripe.checkout.sessions.expire(checkoutId)
      } catch (error) {
        // not open any more: the caller then reads the subscriptions and sees the checkout's outcome
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },

    async openPortal(customer, returnUrl) {
      const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })
      return session.url
    },

    async cancelAtPeriodEnd(subscriptionId) {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    },

    async cancelNow(subscriptionId) {
      try {
        await stripe.subscriptions.cancel(subscriptionId)
      } catch (error) {
        if (!isMissing(error)) throw error // a subscription that does not exist counts as cancelled
      }
    },

    check: (webhookUrl, otherPrices) => checkStripe(stripe, { prices, otherPrices, webhookUrl }),

    readEvent: (rawBody, signature) => readEvent(rawBody, signature, webhookSecret),
  }
}

/** Returns a `Stripe-Signature` header, with which the sandbox signs its webhooks. `timestamp` is in Unix seconds. */
export const signPayload = (payload: string, secret: string, timestamp: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

const endpoint = (apiBase: URL | null): ConstructorParameters<typeof Stripe>[1] =>
  apiBase === null
    ? { maxNetworkRetries: 2 }
    : {
        host: apiBase.hostname,
        port: apiBase.port,
        protocol: apiBase.protocol === 'https:' ? 'https' : 'http',
        maxNetworkRetries: 0,
      }

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/**
 * Creates a customer. Never looks up a customer by email address: an account with the unverified address of another
 * person must not get that person's customer.
 */
async function createCustomer(stripe: Stripe, userId: string, email: string, replaces: string | null): Promise<string> {
  const base = `customer:${userId}${replaces === null ? '' : `:${replaces}`}`
  for (let attempt = 0; ; attempt++) {
    const idempotencyKey = attempt === 0 ? base : `${base}:${attempt}`
    try {
      const customer = await stripe.customers.create({ email, metadata: { userId } }, { idempotencyKey })
      return customer.id
    } catch (error) {
      // the user changed the address between two attempts, so the key was used with another address
      if (!(error instanceof Stripe.errors.StripeIdempotencyError) || attempt === 9) throw error
    }
  }
}

function openCheckout(stripe: Stripe, order: CheckoutOrder): Promise<Stripe.Checkout.Session> {
  const { userId, priceId, trialDays } = order
  const params = {
    mode: 'subscription',
    customer: order.customerId,
    client_reference_id: userId,
    line_items: [{ price: priceId, quantity: 1 }],
    metadata: { userId, priceId, trialDays: String(trialDays) },
    subscription_data: {
      metadata: { userId },
      ...(trialDays > 0 && {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
    payment_method_collection: 'always',
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  } satisfies Stripe.Checkout.SessionCreateParams
  const fingerprint = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 24)
  return stripe.checkout.sessions.create(params, {
    idempotencyKey: `checkout:${userId}:${order.after ?? 'first'}:${fingerprint}`,
  })
}

function subscriptionFacts(s: Stripe.Subscription): SubscriptionFacts {
  const item = s.items.data[0]
  return {
    id: s.id,
    status: s.status,
    created: s.created,
    priceId: item?.price.id ?? null,
    periodStart: item?.current_period_start ?? null,
    periodEnd: item?.current_period_end ?? null,
    trialStart: s.trial_start,
    trialEnd: s.trial_end,
    cancelAtPeriodEnd: s.cancel_at_period_end,
    cancelAt: s.cancel_at,
    endedAt: s.ended_at,
  }
}

const checkoutFacts = (session: Stripe.Checkout.Session): CheckoutFacts => ({
  id: session.id,
  open: session.status === 'open',
  url: session.url,
  successUrl: session.success_url,
  priceId: session.metadata?.priceId ?? null,
  trialDays: Number(session.metadata?.trialDays ?? 0),
  expiresAt: session.expires_at,
})

function readEvent(rawBody: Uint8Array, signature: string, secret: string): ProviderEvent | null {
  try {
    const event = Stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE)
    return { id: event.id, type: event.type, created: event.created, customerId: customerOf(event.data.object) }
  } catch {
    return null // a wrong, missing or expired signature, or invalid JSON
  }
}

/**
 * Returns the customer's id. Nothing else is read from a payload, because its API version may differ from the SDK's.
 */
function customerOf(object: unknown): string | null {
  const { id, object: type, customer } = object as { id?: unknown; object?: unknown; customer?: unknown }
  if (type === 'customer') return typeof id === 'string' ? id : null
  if (typeof customer === 'string') return customer
  const expanded = customer as { id?: unknown } | null | undefined
  return typeof expanded?.id === 'string' ? expanded.id : null
}
