/** The webhook that receives the billing provider's events. It trusts only the signature of the raw body. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RULES } from '#server/config/rate-limits.ts'
import { toSeconds } from '#server/db/database.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { limited } from '#server/http/rate-limit.ts'
import { requestLog } from '#server/http/request-context.ts'
import { type BillingContext, type BillingDeps, createBillingContext } from './context.ts'
import { WEBHOOK_PATH } from './open.ts'
import type { ProviderEvent } from './stripe.ts'
import { forgetCustomer, syncCustomer } from './sync.ts'

const MAX_BYTES = 512 * 1024

/** Returns 200 for every valid event, because Stripe resends rejected events for days. Returns 500 after a failure. */
export const webhookRoutes = (deps: BillingDeps) => {
  const context = createBillingContext(deps)
  return new Hono<AppEnv>().post(
    WEBHOOK_PATH,
    limited(deps.limiter, RULES.webhook),
    bodyLimit({ maxSize: MAX_BYTES, onError: (c) => fail(c, 413, 'too_large') }),
    async (c) => {
      if (!context) return fail(c, 404, 'billing_off')
      const rawBody = new Uint8Array(await c.req.arrayBuffer())
      const event = context.provider.readEvent(rawBody, c.req.header('stripe-signature') ?? '')
      if (!event) return fail(c, 400, 'bad_signature')
      try {
        const isNews = await handleEvent(context, event)
        if (isNews) deps.metrics?.recordWebhook(deps.now() / 1000 - event.created)
        return c.json({ received: true as const }, 200)
      } catch (error) {
        requestLog(c).error({ err: error, event: event.id, type: event.type }, 'billing.webhook_failed')
        return fail(c, 500, 'internal')
      }
    },
  )
}

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

/** Events about refunds and disputes. The server emails the operator, who may cancel at the provider. */
const FOR_THE_OPERATOR: Readonly<Record<string, string>> = {
  'charge.refunded': 'A payment was refunded',
  'charge.dispute.created': 'A payment is disputed',
}

/** Processes an event. Returns false if it was processed before. @throws on failure; Stripe then sends it again */
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
  await sendEmails(context, event)
}

async function sendEmails(context: BillingContext, { id, type, customerId }: ProviderEvent): Promise<void> {
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
    const until = `${new Date(account.trialUntil * 1000).toISOString().slice(0, 16).replace('T', ' at ')} UTC`
    await mail.queue({ template: 'trial-ending', to: account.email, data: { until, link }, dedupe: id })
  }
}
