/**
 * The interface of a billing provider. Stripe and the sandbox share one implementation with different API addresses.
 * Every asynchronous call throws if the provider can't be reached. The route handlers then answer 502, and the stored
 * state stays unchanged.
 */
import type { Result } from '#server/contract/result.ts'
import type { SubscriptionFacts } from './subscription.ts'

/** A billing provider: Stripe, or the sandbox. */
export interface Provider {
  readonly kind: 'stripe' | 'sandbox'
  readonly prices: { readonly monthly: string; readonly yearly: string }
  /** Returns false if the other kind of provider created the customer, before the operator switched. */
  owns(customerId: string): boolean
  /**
   * Creates a customer and returns its id. Repeated calls for an account return the same customer (idempotency key).
   * `replaces` is the id of a former customer that was deleted at the provider, or null.
   */
  createCustomer(account: { userId: string; email: string }, replaces: string | null): Promise<string>
  /** Changes the customer's address. Does nothing if the customer was deleted at the provider. */
  updateEmail(customerId: string, email: string): Promise<void>
  /**
   * Deletes the customer and ends its subscriptions. The provider keeps the records of past payments. Does nothing if
   * the customer does not exist.
   */
  deleteCustomer(customerId: string): Promise<void>
  /** Returns all subscriptions of the customer, ended ones included. */
  listSubscriptions(customerId: string): Promise<Result<SubscriptionFacts[], 'no-customer'>>
  /**
   * Returns the customer's newest checkouts (at most 100) in every state, newest first; none for an unknown customer.
   */
  listCheckouts(customerId: string): Promise<CheckoutFacts[]>
  openCheckout(order: CheckoutOrder): Promise<CheckoutFacts>
  /** Expires a checkout. Does nothing if it was completed or has expired in the meantime. */
  expireCheckout(checkoutId: string): Promise<void>
  /** Returns the URL of a new session of the customer portal, in which subscriptions are changed and cancelled. */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>
  cancelNow(subscriptionId: string): Promise<void>
  /** Compares our settings with the provider's; returns one sentence for each problem. */
  check(webhookUrl: string, otherPrices: readonly string[]): Promise<string[]>
  /** Returns the event of a webhook, or null unless the signature of the raw body is valid and recent. */
  readEvent(rawBody: Uint8Array, signature: string): ProviderEvent | null
}

/** `off`: the operator sells no plans, and every signed-in account has full access. */
export type Billing = Provider | { readonly kind: 'off' }

/** The parameters of a new checkout. */
export interface CheckoutOrder {
  readonly customerId: string
  readonly userId: string
  readonly priceId: string
  readonly trialDays: number // 0: the first charge is due at once
  readonly successUrl: string
  readonly cancelUrl: string
  /**
   * Id of the newest earlier checkout. It is part of the idempotency key: a double click opens one checkout, a later
   * attempt a new one.
   */
  readonly after: string | null
}

/** The state of a checkout at the provider. */
export interface CheckoutFacts {
  readonly id: string
  /** True: the checkout can still be completed. */
  readonly open: boolean
  readonly url: string | null
  readonly successUrl: string | null
  readonly priceId: string | null
  readonly trialDays: number
  readonly expiresAt: number // unix seconds
}

/**
 * The identifiers from a webhook's payload. The current state is always read from the provider, never from the payload.
 */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly created: number // unix seconds
  readonly customerId: string | null
}
