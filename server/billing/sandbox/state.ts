/** The sandbox's state as JSON: the objects of a small Stripe account, and events. Times are in Unix seconds. */

import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { PRICES, type PriceKey } from '#server/contract/plans/plans.ts'
import { DAY_SECONDS } from '#server/contract/time.ts'
import { API_VERSION } from '../stripe.ts'

/** A test card. 'pays' is charged. 'fails-later' can be saved, but is declined. 'refused' can't be saved. */
export type Card = 'pays' | 'fails-later' | 'refused'

/** Returns Stripe's Price of a plan. */
export const newPrice = (id: string, key: PriceKey) => ({
  id,
  object: 'price',
  active: true,
  currency: 'usd',
  type: 'recurring',
  livemode: false,
  unit_amount: PRICES[key].cents,
  product: 'prod_sandbox_pro',
  recurring: { interval: PRICES[key].interval, interval_count: 1 },
})
/** The fields of Stripe's Price that the sandbox uses. */
export type Price = ReturnType<typeof newPrice>

/** The fields of Stripe's Customer that the sandbox uses. */
export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'created' | 'email' | 'metadata' | 'livemode'>

type Order = Pick<Stripe.Checkout.Session, 'client_reference_id' | 'metadata' | 'success_url' | 'cancel_url'>

/**
 * Returns an open checkout. `now`: Unix seconds. `pages`: origin of the checkout pages. The address of the checkout's
 * page ends with `id`.
 */
export const newCheckout = (id: string, customer: string, now: number, pages: string, order: Order) => ({
  id,
  object: 'checkout.session' as const,
  created: now,
  mode: 'subscription' as const,
  status: 'open' as Stripe.Checkout.Session.Status,
  payment_status: 'unpaid' as Stripe.Checkout.Session.PaymentStatus,
  customer,
  subscription: null as string | null,
  expires_at: now + DAY_SECONDS,
  url: `${pages}/pay/${id}` as string | null,
  livemode: false,
  ...order,
})

/** A checkout with the fields that its page needs. */
export interface OpenedCheckout {
  readonly session: ReturnType<typeof newCheckout>
  readonly priceId: string
  readonly trialDays: number
  readonly metadata: Record<string, string> // copied to the subscription after payment
}

/** Returns the end of a period: the same day of the next month or year, or the last day of a shorter month. */
export function periodAfter(start: number, interval: 'month' | 'year'): number {
  const date = new Date(start * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}

/** Returns a subscription with one item that begins now. `trialEnd`: null if there is no trial. */
export function newSubscription(
  { session, metadata }: OpenedCheckout,
  price: Price,
  trialEnd: number | null,
  now: number,
) {
  const id = newId('sub_')
  const item = {
    id: newId('si_'),
    object: 'subscription_item',
    subscription: id,
    created: now,
    quantity: 1,
    price,
    current_period_start: now,
    current_period_end: trialEnd ?? periodAfter(now, price.recurring.interval),
  }
  return {
    id,
    object: 'subscription',
    customer: session.customer,
    status: (trialEnd ? 'trialing' : 'active') as Stripe.Subscription.Status,
    created: now,
    start_date: now,
    trial_start: trialEnd && now,
    trial_end: trialEnd,
    cancel_at_period_end: false as boolean,
    cancel_at: null as number | null,
    canceled_at: null as number | null,
    ended_at: null as number | null,
    latest_invoice: newId('in_'),
    livemode: false,
    metadata,
    items: { object: 'list', has_more: false, data: [item] as [typeof item] },
  } satisfies Partial<Omit<Stripe.Subscription, 'items'>> & { items: unknown }
}

/** The fields of Stripe's Subscription that the sandbox uses. */
export type Subscription = ReturnType<typeof newSubscription>

/** A subscription, and the state that Stripe's API doesn't show: its card, declined charges and the next attempt. */
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
  created: number
}

/** An event and the state of its delivery. */
export interface SandboxEvent {
  readonly id: string
  readonly type: string
  readonly payload: string // the object at the time of the event, even if the event is delivered late
  tries: number
  nextAt: number
  delivered: boolean
}

/** The sandbox's whole state. Each kind of object is stored by id. */
export interface SandboxState {
  prices: Record<string, Price>
  customers: Record<string, Customer>
  checkouts: Record<string, OpenedCheckout>
  contracts: Record<string, Contract>
  portals: Record<string, PortalVisit>
  events: SandboxEvent[]
  /** Requests and their responses, by idempotency key. A repeated request gets the same response, even an error. */
  answers: Record<string, { readonly asked: string; readonly body: object; readonly status?: 500; at: number }>
}

/**
 * A simulated fault. 'refuse' rejects the request. 'lose' performs the request, but loses its response. 'store' returns
 * 500 for a request that has an idempotency key, and stores this response for the key.
 */
export type Fault = 'none' | 'refuse' | 'lose' | 'store'

/** The state of a running sandbox, and functions that the API, the pages and the delivery share. */
export interface SandboxContext {
  readonly world: SandboxState
  readonly brand: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** Unix seconds. */
  readonly now: () => number
  readonly save: () => void
  /** Stores the state and delivers new events. */
  readonly changed: () => void
  /** Moves the clock ahead. Resolves when the events of these days are delivered. */
  readonly skip: (days: number) => Promise<void>
  /** Origin of the API and the pages: 'http://127.0.0.1:<port>' */
  readonly origin: () => string
  /** Returns the fault to simulate in a call of the API. */
  readonly fault: (method: string) => Fault
  /** Delays the response of a call that has already been performed. */
  readonly delay: (method: string) => Promise<void>
}

/** Returns the stored state or an empty one. Its maps have no prototype, because ids come from URLs. */
export const openSandboxState = (kept: SandboxState | null, prices: SandboxState['prices']): SandboxState => ({
  prices: withoutPrototype(prices),
  customers: withoutPrototype(kept?.customers),
  checkouts: withoutPrototype(kept?.checkouts),
  contracts: withoutPrototype(kept?.contracts),
  portals: withoutPrototype(kept?.portals),
  events: kept?.events ?? [],
  answers: withoutPrototype(kept?.answers),
})

const withoutPrototype = <T>(map: Record<string, T> = {}): Record<string, T> => Object.assign(Object.create(null), map)

const DELIVERED_KEPT = 50

/** Returns a new id: the prefix and 96 random bits. A page's id must be secret, because it gives access to the page. */
export const newId = (prefix: string): string => `${prefix}${randomBytes(12).toString('hex')}`

/** Adds an event with a copy of `object`. It is due immediately. */
export function emit(world: SandboxState, type: string, object: unknown, at: number): void {
  const id = newId('evt_')
  const event = { id, object: 'event', api_version: API_VERSION, created: at, livemode: false, type, data: { object } }
  world.events.push({ id, type, payload: JSON.stringify(event), tries: 0, nextAt: at, delivered: false })
}

/** Deletes delivered events except the newest 50, and responses and portal sessions older than a day. */
export function prune(world: SandboxState, now: number): void {
  let surplus = world.events.filter((event) => event.delivered).length - DELIVERED_KEPT
  world.events = world.events.filter((event) => !(event.delivered && surplus-- > 0))
  for (const [key, { at }] of Object.entries(world.answers)) if (at + DAY_SECONDS < now) delete world.answers[key]
  for (const [id, { created }] of Object.entries(world.portals))
    if (created + DAY_SECONDS < now) delete world.portals[id]
}

/** Names of fields that contain a time. */
const TIME = /^(at|retryAt|created|start_date|.+_(at|start|end))$/

/** Moves the clock ahead by moving stored times back. The sandbox and the browser then still have the same time. */
export function age({ checkouts, contracts, answers }: SandboxState, seconds: number): void {
  const shift = (object: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(object))
      if (typeof value === 'number' && TIME.test(name)) object[name] = value - seconds
      else if (typeof value === 'object' && value !== null) shift(value as Record<string, unknown>)
  }
  shift({ checkouts, contracts, answers })
}
