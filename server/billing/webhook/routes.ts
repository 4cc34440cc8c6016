/** The webhook that receives the billing provider's events. The signature of the raw body is the only credential. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RULES } from '../../config/rate-limits.ts'
import type { AppEnv } from '../../http/env.ts'
import { fail } from '../../http/errors.ts'
import { limited } from '../../http/rate-limit.ts'
import { requestLog } from '../../http/request-context.ts'
import { type BillingDeps, createBillingContext } from '../context.ts'
import { WEBHOOK_PATH } from '../open.ts'
import { handleEvent } from './events.ts'

const MAX_BYTES = 512 * 1024

/**
 * Answers 200 to every event with a valid signature, also to types that are ignored, because the provider repeats other
 * responses for days. Answers 500 if processing failed, so that the provider delivers the event again.
 */
export const webhookRoutes = (deps: BillingDeps) => {
  const context = createBillingContext(deps)
  return new Hono<AppEnv>().post(
    WEBHOOK_PATH,
    limited(deps.limiter, RULES.webhook, 'address'),
    bodyLimit({ maxSize: MAX_BYTES, onError: (c) => fail(c, 413, 'too_large') }),
    async (c) => {
      if (!context) return fail(c, 404, 'billing_off')
      const rawBody = new Uint8Array(await c.req.arrayBuffer())
      const event = context.provider.readEvent(rawBody, c.req.header('stripe-signature') ?? '')
      if (!event) return fail(c, 400, 'bad_signature')
      try {
        const isNews = await handleEvent(context, event)
        if (isNews) deps.metrics.recordWebhook(deps.now() / 1000 - event.created)
        return c.json({ received: true as const }, 200)
      } catch (error) {
        requestLog(c).error({ err: error, event: event.id, type: event.type }, 'billing.webhook_failed')
        return fail(c, 500, 'internal')
      }
    },
  )
}
