/**
 * What we ask of a billing provider. Stripe and the sandbox are the same code against two addresses; `off` asks nothing.
 * Every call may throw when the provider cannot be reached: the route handlers turn that into 502 and keep what is stored.
 */
import type { Result } from '../contract/result.ts'
import type { SubscriptionFacts } from './subscription.ts'

export interface Provider {
  readonly kind: 'stripe' | 'sandbox'
  readonly prices: { readonly monthly: string; readonly yearly: string }
  /** False for a customer made by the other provider, before the operator switched. */
  owns(customerId: string): boolean
  /** The same account gets the same customer however often we ask. `replaces`: a customer that was deleted over there. */
  createCustomer(account: { userId: string; email: string }, replaces: string | null): Promise<string>
  /** No harm if the customer was deleted over there. */
  updateEmail(customerId: string, email: string): Promise<void>
  /** Ends what still runs as well; payments that were made stay in the provider's books. No harm if it is gone already. */
  deleteCustomer(customerId: string): Promise<void>
  /** All of them, dead ones included. */
  listSubscriptions(customerId: string): Promise<Result<SubscriptionFacts[], 'no-customer'>>
  /** Newest first, whatever their state. */
  listCheckouts(customerId: string): Promise<CheckoutFacts[]>
  openCheckout(order: CheckoutOrder): Promise<CheckoutFacts>
  /** No harm if it was completed or expired meanwhile. */
  expireCheckout(checkoutId: string): Promise<void>
  openPortal(customerId: string, returnUrl: string): Promise<string>
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>
  cancelNow(subscriptionId: string): Promise<void>
  /** What is wrong with the settings over there, a sentence each. */
  check(webhookUrl: string, otherPrices: readonly string[]): Promise<string[]>
  /** Null unless the signature over the raw body is ours and fresh. */
  readEvent(rawBody: Uint8Array, signature: string): ProviderEvent | null
}

/** The operator may run without plans: every signed-in account has everything. */
export type Billing = Provider | { readonly kind: 'off' }

export interface CheckoutOrder {
  readonly customerId: string
  readonly userId: string
  readonly priceId: string
  readonly trialDays: number // 0 = the first charge falls at once
  readonly successUrl: string
  readonly cancelUrl: string
  /** The newest checkout before this one: makes a double click one checkout and a later try a new one. */
  readonly after: string | null
}

export interface CheckoutFacts {
  readonly id: string
  readonly open: boolean
  readonly url: string | null
  readonly successUrl: string | null
  readonly priceId: string | null
  readonly trialDays: number
  readonly expiresAt: number // unix seconds
}

/** From a webhook's payload we take only what names things; what is true now, we ask. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly created: number // unix seconds
  readonly customerId: string | null
}
