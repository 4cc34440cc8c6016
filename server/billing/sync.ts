/**
 * Reads a customer's state from the provider and stores it. No other file writes whether an account has paid. Webhook
 * payloads aren't used, because webhooks may be late, repeated or reordered.
 */
import { err, ok, type Result } from '#server/contract/result.ts'
import { toSeconds } from '#server/db/database.ts'
import type { TemplateData } from '#server/deps/deps.ts'
import type { BillingContext } from './context.ts'
import { type BillingState, isLive, project, type SubscriptionFacts } from './subscription.ts'

/** `unknown`: no account has this customer. `no-customer`: the provider doesn't know the customer. */
export type SyncFailure = 'unknown' | 'no-customer'

/**
 * Reads, stores and returns the customer's current state. @throws if the provider can't be reached or rejects a request
 */
export async function syncCustomer(
  context: BillingContext,
  customerId: string,
): Promise<Result<BillingState, SyncFailure>> {
  const { provider, store, now, settings } = context
  // The server takes the number before the request. A request with a higher number is therefore at least as recent.
  const reading =
    (await store.claim(customerId)) ?? ((await adopt(context, customerId)) && (await store.claim(customerId)))
  if (!reading) return err('unknown')
  const subscriptions = await read(provider, customerId)
  if (!subscriptions.ok) return subscriptions

  const state = project(keepKnownPrices(context, subscriptions.value), settings.graceDays)
  const written = await store.settle(reading, state, toSeconds(now()))
  if (written && state.live > 1) await reportDouble(context, customerId, state.live)
  return ok(state)
}

/**
 * Gives the customer to the account that it was created for. The restore of a backup loses the rows of newer customers,
 * but Stripe still charges them. Returns false if there is no such account or it has another customer.
 */
async function adopt(context: BillingContext, customerId: string): Promise<boolean> {
  const { provider, store, log } = context
  const userId = provider.owns(customerId) ? await provider.userOf(customerId) : null
  if (userId === null) return false
  const isAdopted = await store.adopt(userId, customerId)
  log.warn({ customerId, userId }, isAdopted ? 'billing.customer_found_again' : 'billing.customer_without_account')
  if (!isAdopted) await reportLost(context, customerId)
  return isAdopted
}

/** Removes subscriptions with unknown prices, for example of the operator's other products. These don't give access. */
export function keepKnownPrices(
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

/** Stores that the customer was deleted at the provider. The row isn't deleted, because it records the used trial. */
export async function forgetCustomer({ store, now }: BillingContext, customerId: string): Promise<void> {
  const reading = await store.claim(customerId)
  if (reading) await store.settle(reading, { ...project([]), status: CUSTOMER_DELETED }, toSeconds(now()))
}

/** Stored as the subscription's status if the customer was deleted at the provider. */
export const CUSTOMER_DELETED = 'customer_deleted'

async function read(
  provider: BillingContext['provider'],
  customerId: string,
): ReturnType<BillingContext['provider']['listSubscriptions']> {
  if (provider.owns(customerId)) return provider.listSubscriptions(customerId)
  // The other kind of provider created this customer. With Stripe, the customer then has no subscriptions. With the
  // sandbox, the stored state doesn't change.
  return provider.kind === 'stripe' ? ok([]) : err('no-customer')
}

async function reportDouble(context: BillingContext, customerId: string, live: number): Promise<void> {
  context.log.warn({ customerId, live }, 'billing.multiple_live')
  const day = new Date(context.now()).toISOString().slice(0, 10)
  const text = `Customer ${customerId} has ${live} active subscriptions and is charged for each. Cancel all but one.`
  const subject = 'Customer has 2 active subscriptions'
  await tellOperator(context, { subject, text }, `double:${customerId}:${day}`)
}

/** Tells the operator about a customer who is charged without having an account, for example after a restore. */
async function reportLost(context: BillingContext, customerId: string): Promise<void> {
  const subscriptions = await read(context.provider, customerId)
  if (!subscriptions.ok || !keepKnownPrices(context, subscriptions.value).some(isLive)) return
  const text = `Customer ${customerId} has an active subscription, but no account uses it. Its account was deleted, has another customer, or is newer than a restored backup. Cancel and refund it in Stripe’s dashboard.`
  await tellOperator(context, { subject: 'Subscription without an account', text }, `lost:${customerId}`)
}

async function tellOperator(
  { mail, settings }: BillingContext,
  data: TemplateData['operator-notice'],
  dedupe: string,
): Promise<void> {
  if (settings.operatorEmail === null) return
  await mail.queue({ template: 'operator-notice', to: settings.operatorEmail, data, dedupe })
}
