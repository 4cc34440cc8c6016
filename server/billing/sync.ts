/**
 * Reads a customer's state from the provider and stores it. Only this file writes what an account has paid for.
 * Webhook payloads are not used, so late, repeated and reordered webhooks do no harm.
 */
import { err, ok, type Result } from '#server/contract/result.ts'
import { toSeconds } from '#server/db/database.ts'
import type { BillingContext } from './context.ts'
import { type BillingState, project, type SubscriptionFacts } from './subscription.ts'

/** `unknown`: no account has this customer. `no-customer`: the provider does not know it; the stored state stays. */
export type SyncFailure = 'unknown' | 'no-customer'

/** Stores and returns the customer's current state. @throws if the provider can't be reached */
export async function syncCustomer(
  context: BillingContext,
  customerId: string,
): Promise<Result<BillingState, SyncFailure>> {
  const { provider, store, now, settings } = context
  // The number is drawn before the request: a read with a higher number, from any process, is at least as recent.
  const reading = await store.claim(customerId)
  if (!reading) return err('unknown')
  const subscriptions = await read(provider, customerId)
  if (!subscriptions.ok) return subscriptions

  const state = project(keepKnownPrices(context, subscriptions.value), settings.graceDays)
  const written = await store.settle(reading, state, toSeconds(now()))
  if (written && state.live > 1) await reportDouble(context, customerId, state.live)
  return ok(state)
}

/** Drops subscriptions at unknown prices, such as for another product of the operator. They give no access here. */
function keepKnownPrices(
  { provider, settings, log }: BillingContext,
  subscriptions: readonly SubscriptionFacts[],
): SubscriptionFacts[] {
  const { monthly, yearly } = provider.prices
  const known = [monthly, yearly, ...settings.otherPrices]
  return subscriptions.filter(({ id, priceId }) => {
    const isOurs = priceId !== null && known.includes(priceId)
    if (!isOurs) log.warn({ subscription: id, priceId }, 'billing.unknown_price')
    return isOurs
  })
}

/** Stores that the customer was deleted at the provider. The row stays, because it remembers a used trial. */
export async function forgetCustomer({ store, now }: BillingContext, customerId: string): Promise<void> {
  const reading = await store.claim(customerId)
  if (reading) await store.settle(reading, { ...project([]), status: CUSTOMER_DELETED }, toSeconds(now()))
}

/** Stored instead of a subscription's status if the customer was deleted at the provider. */
export const CUSTOMER_DELETED = 'customer_deleted'

async function read(
  provider: BillingContext['provider'],
  customerId: string,
): ReturnType<BillingContext['provider']['listSubscriptions']> {
  if (provider.owns(customerId)) return provider.listSubscriptions(customerId)
  // a customer of the other provider: with Stripe the account has no subscriptions, with the sandbox its state stays
  return provider.kind === 'stripe' ? ok([]) : err('no-customer')
}

async function reportDouble(
  { log, mail, settings, now }: BillingContext,
  customerId: string,
  live: number,
): Promise<void> {
  log.warn({ customerId, live }, 'billing.multiple_live')
  if (settings.operatorEmail === null) return
  const day = new Date(now()).toISOString().slice(0, 10)
  const text = `Customer ${customerId} has ${live} active subscriptions and is charged for each. Cancel all but one.`
  await mail.queue({
    template: 'operator-notice',
    to: settings.operatorEmail,
    data: { subject: 'Customer has 2 active subscriptions', text },
    dedupe: `double:${customerId}:${day}`,
  })
}
