/** The billing provider. It uses Stripe's SDK. */
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { err, ok, type Result } from '#server/contract/result.ts'
import { HOUR_MS } from '#server/contract/time.ts'
import { checkStripe } from './stripe-check.ts'
import type { SubscriptionFacts } from './subscription.ts'

/** The API version of the SDK. Webhook payloads may have an older version. */
export const API_VERSION: string = Stripe.API_VERSION

/** Maximum age of a webhook's signature, in seconds. The server rejects older signatures as replays. */
const TOLERANCE = 300
const REQUEST_TIMEOUT_MS = 15_000
/**
 * The sandbox's customers have this id prefix. Stripe's provider ignores these customers, and the sandbox ignores all
 * others.
 */
export const SANDBOX_CUSTOMER = 'cus_sandbox_'

/** A billing provider, Stripe or the sandbox. The two differ only in the address of the API. */
export type Provider = ReturnType<typeof stripeProvider>

/** `off`: there are no plans, and every signed-in user has full access. */
export type Billing = Provider | { readonly kind: 'off' }

export interface StripeOptions {
  readonly kind: 'stripe' | 'sandbox'
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prices: { readonly monthly: string; readonly yearly: string }
  /** Loopback address of the sandbox's API. Null for Stripe. */
  readonly apiBase: URL | null
}

/**
 * Creates the provider. Its asynchronous methods reject with Stripe's error if the provider can't be reached or rejects
 * the request.
 */
export function stripeProvider({ kind, secretKey, webhookSecret, prices, apiBase }: StripeOptions) {
  const stripe = new Stripe(secretKey, { timeout: REQUEST_TIMEOUT_MS, telemetry: false, ...endpoint(apiBase) })
  return {
    kind,
    prices,

    /** Returns false if the other kind of provider created the customer. */
    owns: (customerId: string): boolean => customerId.startsWith(SANDBOX_CUSTOMER) === (kind === 'sandbox'),

    /** Creates the account's customer, once. Returns its id. `replaces`: the deleted customer to replace, or null. */
    createCustomer: ({ userId, email }: { userId: string; email: string }, replaces: string | null): Promise<string> =>
      createCustomer(stripe, userId, email, replaces),

    /** Returns the account id that `createCustomer` stored, or null if there is none or the customer doesn't exist. */
    async userOf(customer: string): Promise<string | null> {
      const found = await nullIfMissing(stripe.customers.retrieve(customer))
      return found && !found.deleted ? (found.metadata.userId ?? null) : null
    },

    /**
     * Returns the customer that was created for the account, except `lost`, or null. Stripe finds a customer only some
     * time after its creation. Until then, the idempotency key of `createCustomer` returns the same customer.
     */
    async findCustomer(userId: string, lost: string | null): Promise<string | null> {
      const search = stripe.customers.search({ query: `metadata['userId']:'${userId}'` })
      try {
        const { data } = await search
        return data.find(({ id, metadata }) => id !== lost && metadata.userId === userId)?.id ?? null
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return null // Stripe has no search in some countries
        throw error
      }
    },

    /** Changes the customer's email address. Does nothing if the customer was deleted at the provider. */
    async updateEmail(customer: string, email: string): Promise<void> {
      await nullIfMissing(stripe.customers.update(customer, { email }))
    },

    /** Deletes the customer, if it exists, and cancels its subscriptions. Stripe keeps the records of payments. */
    async deleteCustomer(customer: string): Promise<void> {
      await nullIfMissing(stripe.customers.del(customer))
    },

    /** Returns all subscriptions of the customer, including ended ones. */
    async listSubscriptions(customer: string): Promise<Result<SubscriptionFacts[], 'no-customer'>> {
      const pages = stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
      const all = await nullIfMissing(pages.autoPagingToArray({ limit: 1000 }))
      return all ? ok(all.map(subscriptionFacts)) : err('no-customer')
    },

    /** Returns the customer's newest checkouts (at most 100), newest first, or none for an unknown customer. */
    async listCheckouts(customer: string): Promise<CheckoutFacts[]> {
      const page = await nullIfMissing(stripe.checkout.sessions.list({ customer, limit: 100 }))
      return page?.data.map(checkoutFacts) ?? []
    },

    openCheckout: async (order: CheckoutOrder): Promise<CheckoutFacts> =>
      checkoutFacts(await openCheckout(stripe, order)),

    /** Expires a checkout. Does nothing if the checkout was completed or has expired. */
    async expireCheckout(checkoutId: string): Promise<void> {
      try {
        await stripe.checkout.sessions.expire(checkoutId)
      } catch (error) {
        // The checkout isn't open. The caller reads the subscriptions, which show whether it was completed.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },

    /** Opens a session of the customer portal, where users change and cancel subscriptions. Returns its URL. */
    openPortal: async (customer: string, returnUrl: string): Promise<string> =>
      (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,

    async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    },

    /** Cancels the subscription. Does nothing if the subscription doesn't exist. */
    async cancelNow(subscriptionId: string): Promise<void> {
      await nullIfMissing(stripe.subscriptions.cancel(subscriptionId))
    },

    /** Compares our settings with the provider's. Returns a message for each problem. */
    check: (webhookUrl: string, otherPrices: readonly string[]): Promise<string[]> =>
      checkStripe(stripe, prices, otherPrices, webhookUrl),

    /** Returns the event of a webhook, or null if the signature of the raw body is wrong or too old. */
    readEvent: (rawBody: Uint8Array, signature: string) => readEvent(rawBody, signature, webhookSecret),
  }
}

/** Returns a `Stripe-Signature` header. The sandbox signs its webhooks with it. `timestamp`: Unix seconds. */
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

/** Returns the response, or null if the object doesn't exist. @throws every other error */
async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/** Creates a customer. Doesn't search by email address, because an unverified address may be another person's. */
async function createCustomer(stripe: Stripe, userId: string, email: string, replaces: string | null): Promise<string> {
  const params = { email, metadata: { userId } }
  const key = `customer:${userId}${replaces === null ? '' : `:${replaces}`}`
  return (await withUsableKey(key, (options) => stripe.customers.create(params, options))).id
}

/** The number of keys that `withUsableKey` tries. */
const MOST_KEYS = 10

/**
 * Sends a request with the idempotency key `base`, or with the next numbered key while Stripe can't use the key. Any
 * other failure is thrown, so that a retry after a lost response finds the created object. The last key changes each
 * hour, because Stripe stores failures for a day: otherwise, an outage with as many failures as keys would last a day.
 */
async function withUsableKey<T>(base: string, send: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      if (attempt === 0) return await send({ idempotencyKey: base })
      // without the SDK's retries, because a retry during an outage would replay the failure of a new key
      const number = attempt < MOST_KEYS - 1 ? attempt : `hour-${Math.floor(Date.now() / HOUR_MS)}`
      return await send({ idempotencyKey: `${base}:${number}`, maxNetworkRetries: 0 })
    } catch (error) {
      if (!isKeyUnusable(error) || attempt === MOST_KEYS - 1) throw error
    }
  }
}

/**
 * Returns true if the key was used with other parameters, for example before the user changed the address, or if Stripe
 * replays a failure (status 500) that it has stored for a day with the key.
 */
const isKeyUnusable = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true')

export interface CheckoutOrder {
  readonly customerId: string
  readonly userId: string
  readonly priceId: string
  readonly trialDays: number // 0: the first charge is due immediately
  readonly successUrl: string
  readonly cancelUrl: string
  /**
   * Id of the customer's last checkout. It is part of the idempotency key, so that a double click opens only one
   * checkout.
   */
  readonly after: string | null
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
  return withUsableKey(`checkout:${userId}:${order.after ?? 'first'}:${fingerprint}`, (options) =>
    stripe.checkout.sessions.create(params, options),
  )
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

export type CheckoutFacts = Readonly<ReturnType<typeof checkoutFacts>>

const checkoutFacts = (session: Stripe.Checkout.Session) => ({
  id: session.id,
  /** true if the checkout can still be completed */
  open: session.status === 'open',
  url: session.url,
  successUrl: session.success_url,
  priceId: session.metadata?.priceId ?? null,
  trialDays: Number(session.metadata?.trialDays ?? 0),
  expiresAt: session.expires_at, // unix seconds
})

/** The ids in a webhook's payload. The server reads the state itself from the provider. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly created: number // unix seconds
  readonly customerId: string | null
}

/** Returns null if the event has no id, or if the signature is wrong, old or from the future. */
function readEvent(rawBody: Uint8Array, signature: string, secret: string): ProviderEvent | null {
  try {
    const event = Stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE)
    if (typeof event.id !== 'string' || typeof event.type !== 'string' || !Number.isFinite(event.created)) return null
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
    if (signedAt > Date.now() / 1000 + TOLERANCE) return null // Stripe's SDK rejects only old signatures
    return { id: event.id, type: event.type, created: event.created, customerId: customerOf(event.data.object) }
  } catch {
    return null // wrong or old signature, invalid JSON, or an event without an object
  }
}

/**
 * Returns the id of an object's customer, or null if it has none. Doesn't read other fields, because the payload may
 * have another API version than the SDK.
 */
function customerOf(object: unknown): string | null {
  const { id, object: type, customer } = object as { id?: unknown; object?: unknown; customer?: unknown }
  if (type === 'customer') return typeof id === 'string' ? id : null
  if (typeof customer === 'string') return customer
  const expanded = customer as { id?: unknown } | null | undefined
  return typeof expanded?.id === 'string' ? expanded.id : null
}
