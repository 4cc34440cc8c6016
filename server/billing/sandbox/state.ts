/**
 * The sandbox's state: the objects of a small Stripe account, in the SDK's types, and the undelivered events. It is
 * plain JSON, so it can be stored in a row. Times are in Unix seconds.
 */
import { randomBytes } from 'node:crypto'
import {
  API_VERSION,
  SANDBOX_CUSTOMER,
  type StripeCheckout,
  type StripeCustomer,
  type StripeInvoice,
  type StripePrice,
  type StripeSubscription,
  type StripeSubscriptionItem,
} from '../stripe.ts'

/**
 * How a test card behaves. 'pays': every charge succeeds. 'fails-later': it can be saved, but every charge is declined.
 * 'refused': it cannot be saved.
 */
export type Card = 'pays' | 'fails-later' | 'refused'

/** The fields of Stripe's Price that the sandbox uses. */
export type Price = Pick<StripePrice, 'id' | 'object' | 'active' | 'currency' | 'type' | 'livemode' | 'unit_amount'> & {
  product: string
  recurring: { interval: 'month' | 'year'; interval_count: 1 }
}

/** The fields of Stripe's Customer that the sandbox uses. */
export type Customer = Pick<StripeCustomer, 'id' | 'object' | 'created' | 'email' | 'metadata' | 'livemode'>

/** The fields of Stripe's SubscriptionItem that the sandbox uses. */
export type Item = Pick<
  StripeSubscriptionItem,
  'id' | 'object' | 'created' | 'quantity' | 'current_period_start' | 'current_period_end'
> & { subscription: string; price: Price }

/** Stripe's Subscription, with exactly one item. */
export type Subscription = Pick<
  StripeSubscription,
  | 'id'
  | 'object'
  | 'created'
  | 'status'
  | 'start_date'
  | 'trial_start'
  | 'trial_end'
  | 'cancel_at_period_end'
  | 'cancel_at'
  | 'canceled_at'
  | 'ended_at'
  | 'metadata'
  | 'livemode'
> & { customer: string; latest_invoice: string; items: { object: 'list'; has_more: false; url: string; data: [Item] } }

/** The fields of Stripe's Invoice that the sandbox uses. */
export type Invoice = Pick<StripeInvoice, 'id' | 'object' | 'status' | 'livemode'> & {
  customer: string
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } }
}

/** The fields of Stripe's Checkout.Session that the sandbox uses. */
export type Checkout = Pick<
  StripeCheckout,
  | 'id'
  | 'object'
  | 'created'
  | 'mode'
  | 'status'
  | 'payment_status'
  | 'client_reference_id'
  | 'metadata'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
  | 'url'
  | 'livemode'
> & { customer: string; subscription: string | null }

/** A checkout, with the fields that only its page needs. */
export interface OpenedCheckout {
  readonly session: Checkout
  readonly priceId: string
  readonly trialDays: number
  readonly metadata: Record<string, string> // copied to the subscription after payment
}

/** A subscription, with the state that Stripe's API doesn't show: card, declined charges, time of the next attempt. */
export interface Contract {
  readonly subscription: Subscription
  card: Card
  failures: number // charges declined in a row
  retryAt: number | null // time of the next attempt to charge an unpaid invoice
  trialEndAnnounced: boolean
}

/** A session of the customer portal. */
export interface PortalVisit {
  readonly id: string
  readonly customer: string
  readonly returnUrl: string
  /** Unix seconds. */
  created: number
}

/** An event and the state of its delivery. `nextAt`: Unix seconds. */
export interface SandboxEvent {
  readonly id: string
  readonly type: string
  readonly payload: string // the object at the time of the event: as with Stripe, a late delivery has an outdated payload
  tries: number
  nextAt: number
  delivered: boolean
}

/** The sandbox's whole state, each kind of object by id. */
export interface SandboxState {
  prices: Record<string, Price>
  customers: Record<string, Customer>
  checkouts: Record<string, OpenedCheckout>
  contracts: Record<string, Contract>
  portals: Record<string, PortalVisit>
  events: SandboxEvent[]
  /** By idempotency key: the request and its response, which a repeated request gets again. */
  answers: Record<string, { readonly asked: string; readonly status: number; readonly body: unknown; at: number }>
}

/**
 * Returns the stored state, or an empty one, with the prices of the configuration. The maps have no prototype, because
 * ids come from URLs and may be names such as 'constructor'.
 */
export const openSandboxState = (kept: SandboxState | null, prices: SandboxState['prices']): SandboxState => ({
  prices: bare(prices),
  customers: bare(kept?.customers),
  checkouts: bare(kept?.checkouts),
  contracts: bare(kept?.contracts),
  portals: bare(kept?.portals),
  events: kept?.events ?? [],
  answers: bare(kept?.answers),
})

const bare = <T>(map: Record<string, T> = {}): Record<string, T> => Object.assign(Object.create(null), map)

const DELIVERED_KEPT = 50
const ANSWER_SECONDS = 86_400

/**
 * Returns a new id: the prefix and 96 random bits. The id of a page is a secret, because it gives access to the page.
 */
export const newId = (prefix: string): string => `${prefix}${randomBytes(12).toString('hex')}`
/** Returns a new customer id, whose prefix marks a customer of the sandbox. */
export const newCustomerId = (): string => newId(SANDBOX_CUSTOMER)

/** Appends an event with a copy of `object` to the state, due at once. `at`: Unix seconds. */
export function emit(world: SandboxState, type: string, object: unknown, at: number): void {
  const id = newId('evt_')
  const event = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: at,
    livemode: false,
    pending_webhooks: 1,
    type,
    data: { object },
  }
  world.events.push({ id, type, payload: JSON.stringify(event), tries: 0, nextAt: at, delivered: false })
}

/**
 * Deletes old entries: delivered events beyond the newest 50, and stored responses and portal sessions older than a
 * day.
 */
export function prune(world: SandboxState, now: number): void {
  const delivered = world.events.filter((event) => event.delivered).length
  let surplus = delivered - DELIVERED_KEPT
  world.events = world.events.filter((event) => !(event.delivered && surplus-- > 0))
  for (const [key, answer] of Object.entries(world.answers))
    if (answer.at + ANSWER_SECONDS < now) delete world.answers[key]
  for (const [id, portal] of Object.entries(world.portals))
    if (portal.created + ANSWER_SECONDS < now) delete world.portals[id]
}

/**
 * Moves the sandbox's clock ahead by shifting all stored times into the past, so that the sandbox, the server and the
 * browser agree about the present. `settle` then performs what has become due.
 */
export function age(world: SandboxState, seconds: number): void {
  const older = (time: number | null): number | null => (time === null ? null : time - seconds)
  for (const contract of Object.values(world.contracts)) {
    const { subscription } = contract
    const item = subscription.items.data[0]
    contract.retryAt = older(contract.retryAt)
    Object.assign(subscription, {
      created: subscription.created - seconds,
      start_date: subscription.start_date - seconds,
      trial_start: older(subscription.trial_start),
      trial_end: older(subscription.trial_end),
      cancel_at: older(subscription.cancel_at),
      canceled_at: older(subscription.canceled_at),
      ended_at: older(subscription.ended_at),
    } satisfies Partial<Subscription>)
    item.created -= seconds
    item.current_period_start -= seconds
    item.current_period_end -= seconds
  }
  for (const { session } of Object.values(world.checkouts)) {
    session.created -= seconds
    session.expires_at -= seconds
  }
  for (const answer of Object.values(world.answers)) answer.at -= seconds
}
