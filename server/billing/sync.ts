/**
 * The single writer of what an account has paid for. Nobody hands it facts: it asks the provider what is true now, so
 * late, doubled and reordered webhooks do no harm. The network comes first, then one synchronous transaction.
 */
import { err, ok, type Result } from '../contract/result.ts'
import { toSeconds } from '../db/time.ts'
import type { Desk } from './desk.ts'
import { type BillingState, project, type SubscriptionFacts } from './subscription.ts'

/** `unknown`: no account of ours has this customer. `no-customer`: the provider does not know it; what is stored stays. */
export type SyncFailure = 'unknown' | 'no-customer'

/** Throws when the provider cannot be reached; the stored state stays, and the caller's caller tries again. */
export async function syncCustomer(desk: Desk, customerId: string): Promise<Result<BillingState, SyncFailure>> {
  const { provider, store, now, settings } = desk
  // the number is drawn before asking: whoever drew later saw at least as much, in any process
  const reading = await store.claim(customerId)
  if (!reading) return err('unknown')
  const subscriptions = await read(provider, customerId)
  if (!subscriptions.ok) return subscriptions

  const state = project(ours(desk, subscriptions.value), settings.graceDays)
  const written = await store.settle(reading, state, toSeconds(now()))
  if (written && state.live > 1) await reportDouble(desk, customerId, state.live)
  return ok(state)
}

/** What was bought at a price that is none of ours, another product of the operator's say, gives nothing here. */
function ours({ provider, settings, log }: Desk, subscriptions: readonly SubscriptionFacts[]): SubscriptionFacts[] {
  const { monthly, yearly } = provider.prices
  const known = [monthly, yearly, ...settings.otherPrices]
  return subscriptions.filter(({ id, priceId }) => {
    const isOurs = priceId !== null && known.includes(priceId)
    if (!isOurs) log.warn({ subscription: id, priceId }, 'billing.unknown_price')
    return isOurs
  })
}

/** The customer was deleted at the provider. The row stays, so that a second trial stays used up. */
export async function forgetCustomer({ store, now }: Desk, customerId: string): Promise<void> {
  const reading = await store.claim(customerId)
  if (reading) await store.settle(reading, { ...project([]), status: CUSTOMER_DELETED }, toSeconds(now()))
}

/** In the place of a subscription's status. */
export const CUSTOMER_DELETED = 'customer_deleted'

async function read(provider: Desk['provider'], customerId: string): ReturnType<Desk['provider']['listSubscriptions']> {
  if (provider.owns(customerId)) return provider.listSubscriptions(customerId)
  // play money buys nothing once real billing runs; the other way round real customers are left as they are
  return provider.kind === 'stripe' ? ok([]) : err('no-customer')
}

async function reportDouble({ log, mail, settings, now }: Desk, customerId: string, live: number): Promise<void> {
  log.warn({ customerId, live }, 'billing.multiple_live')
  if (settings.operatorEmail === null) return
  const day = new Date(now()).toISOString().slice(0, 10)
  const text = `The customer ${customerId} has ${live} live subscriptions and pays for each. Please cancel all but one.`
  await mail.queue({
    template: 'operator-notice',
    to: settings.operatorEmail,
    data: { subject: 'A customer pays twice', text },
    dedupe: `double:${customerId}:${day}`,
  })
}
