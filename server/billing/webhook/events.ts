/**
 * Processes the provider's events: stores the customer's current state and sends the mails that belong to the event.
 */

import { toSeconds } from '../../db/time.ts'
import type { BillingContext } from '../context.ts'
import type { ProviderEvent } from '../provider.ts'
import { forgetCustomer, syncCustomer } from '../sync.ts'

const SYNCED = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
])

/** Refunds and disputes. The operator is informed, decides what follows, and cancels at the provider. */
const FOR_THE_OPERATOR: Readonly<Record<string, string>> = {
  'charge.refunded': 'A payment was refunded',
  'charge.dispute.created': 'A payment is disputed',
}

/**
 * Processes an event. Returns false if it was processed before.
 * @throws if the provider or the database cannot be reached. The event stays unprocessed; the provider delivers it
 * again.
 */
export async function handleEvent(context: BillingContext, event: ProviderEvent): Promise<boolean> {
  const { store, now } = context
  const isNews = await store.receive(event, toSeconds(now()))
  if (!isNews) return false
  try {
    await apply(context, event)
  } catch (error) {
    await store.fail(event.id, String(error))
    throw error
  }
  await store.finish(event.id, toSeconds(now()))
  return true
}

async function apply(context: BillingContext, event: ProviderEvent): Promise<void> {
  const { type, customerId } = event
  if (type === 'customer.deleted' && customerId !== null) return forgetCustomer(context, customerId)
  if (SYNCED.has(type) && customerId !== null) {
    const state = await syncCustomer(context, customerId)
    if (!state.ok && state.error === 'no-customer')
      context.log.error({ type, customerId }, 'billing.customer_unknown_to_provider')
  }
  await tell(context, event)
}

async function tell(context: BillingContext, { id, type, customerId }: ProviderEvent): Promise<void> {
  const { mail, settings, log } = context
  const subject = Object.hasOwn(FOR_THE_OPERATOR, type) ? FOR_THE_OPERATOR[type] : undefined
  if (subject !== undefined) {
    log.warn({ type, customerId }, 'billing.money_back')
    const text = `${subject} (customer ${customerId ?? 'not named'}, event ${id}). Access was not changed.`
    if (settings.operatorEmail !== null)
      await mail.queue({ template: 'operator-notice', to: settings.operatorEmail, data: { subject, text }, dedupe: id })
  }
  if (type !== 'customer.subscription.trial_will_end' && type !== 'invoice.payment_failed') return

  const account = customerId === null ? null : await context.store.ofCustomer(customerId)
  if (!account) return
  const link = `${settings.publicOrigin}/pricing`
  if (type === 'invoice.payment_failed')
    await mail.queue({ template: 'payment-failed', to: account.email, data: { link }, dedupe: id })
  else if (account.trialUntil !== null && account.cancelAt === null) {
    const until = new Date(account.trialUntil * 1000).toISOString().slice(0, 10)
    await mail.queue({ template: 'trial-ending', to: account.email, data: { until, link }, dedupe: id })
  }
}
