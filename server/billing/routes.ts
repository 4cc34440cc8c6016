/** The billing routes. */
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { signedIn } from '#server/auth/signed-in.ts'
import { RULES } from '#server/config/rate-limits.ts'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import { isLoopback } from '#server/contract/pages/addresses.ts'
import { profileToJson } from '#server/contract/plans/entitlements.ts'
import { toMs } from '#server/db/database.ts'
import { jsonBody, readStrings } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { requestLog } from '#server/http/request-context.ts'
import { profileReader } from '#server/profiles/profiles.ts'
import { startCheckout } from './checkout.ts'
import { type BillingContext, type BillingDeps, createBillingContext } from './context.ts'
import { cancelTrial, openPortal, refresh } from './subscriber.ts'

/** The billing routes. With BILLING=off, orders and cancellations get 404. Status 502: the provider is unreachable. */
export const billingRoutes = (deps: BillingDeps) => {
  const context = createBillingContext(deps)
  const read = profileReader(deps.db, deps.config.billing, deps.now)
  return new Hono<AppEnv>()
    .post(
      '/api/checkout',
      signedIn(deps, RULES.checkoutUser),
      jsonBody(readStrings(['priceId'], 'invalid_price')),
      async (c) => {
        if (!context) return fail(c, 404, 'billing_off')
        try {
          const started = await startCheckout(context, {
            user: c.get('user'),
            priceId: c.req.valid('json').priceId,
            home: homeOf(c.req.header('origin'), deps.config.publicOrigin),
          })
          if (!started.ok)
            return started.error === 'unverified' ? fail(c, 403, 'unverified') : fail(c, 400, 'invalid_price')
          const { url, alreadySubscribed } = started.value
          return c.json(alreadySubscribed ? { url, already_subscribed: true as const } : { url }, 200)
        } catch (error) {
          requestLog(c).error({ err: error }, 'billing.checkout_failed')
          return fail(c, 502, 'checkout_failed')
        }
      },
    )
    .get('/api/billing/standing', signedIn(deps, RULES.accessUser), async (c) => {
      return c.json(await standingOf(context, c.get('user').id), 200)
    })
    .post('/api/billing/sync', signedIn(deps, RULES.billingSyncUser), async (c) => {
      const userId = c.get('user').id
      const isFresh = context ? await refresh(context, userId) : true
      const profile = await read(userId)
      if (!profile) return fail(c, 404, 'no_profile')
      // the 502 response contains the stored profile, which the client shows before it retries
      return c.json(profileToJson(profile), isFresh ? 200 : 502)
    })
    .post('/api/billing/cancel-trial', signedIn(deps, RULES.portalUser), async (c) => {
      if (!context) return fail(c, 404, 'billing_off')
      const userId = c.get('user').id
      try {
        const canceled = await cancelTrial(context, userId)
        const profile = await read(userId)
        if (!canceled.ok || !profile) return fail(c, 404, 'not_found')
        return c.json(profileToJson(profile), 200)
      } catch (error) {
        requestLog(c).error({ err: error }, 'billing.cancel_failed')
        return fail(c, 502, 'not_canceled')
      }
    })
    .post(
      '/api/manage-subscription',
      plainErrors,
      signedIn(deps, RULES.portalUser),
      jsonBody(readStrings(['userId'])),
      async (c) => {
        // the session identifies the user, so a user id in the body must equal the session's
        const userId = c.get('user').id
        if (c.req.valid('json').userId !== userId) return c.json({ error: API_ERRORS.forbidden }, 403)
        if (!context) return c.json({ error: API_ERRORS.no_subscription }, 404)
        try {
          const portal = await openPortal(context, userId, homeOf(c.req.header('origin'), deps.config.publicOrigin))
          return portal.ok ? c.json({ url: portal.value }, 200) : c.json({ error: API_ERRORS.no_subscription }, 404)
        } catch (error) {
          requestLog(c).error({ err: error }, 'billing.portal_failed')
          return c.json({ error: API_ERRORS.billing_failed }, 502)
        }
      },
    )
}

/** Returns the plan's state as JSON, for the account dialog. */
async function standingOf(context: BillingContext | null, userId: string) {
  const row = context ? await context.store.ofUser(userId) : null
  return {
    /** Price of the last plan, or null if the account never had one. */
    price_id: row?.priceId ?? null,
    /** End of a canceled subscription, ISO 8601. Null if the subscription isn't canceled. */
    cancel_at: row?.cancelAt ? new Date(toMs(row.cancelAt)).toISOString() : null,
    /** True if the last renewal wasn't paid. The user can then update the card in the billing portal. */
    payment_failed: row?.status === 'past_due' || row?.status === 'unpaid',
    /** True if the next subscription begins with a free trial. */
    trial_available: context !== null && !(await context.store.hadTrial(userId)),
  }
}

/**
 * Returns the origin that the browser returns to after the payment. On a local installation it is the request's origin,
 * because the session cookie belongs to its host name. An earlier check has rejected other origins.
 */
function homeOf(origin: string | undefined, publicOrigin: string): string {
  const isAlias = origin !== undefined && isLoopback(new URL(origin).hostname)
  return isAlias && isLoopback(new URL(publicOrigin).hostname) ? origin : publicOrigin
}

/** Replaces error objects with their message, because the client shows the `error` of these routes. */
const plainErrors = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.status < 400) return
  const body = (await c.res.clone().json()) as { error: string | { message: string } }
  if (typeof body.error === 'object')
    c.res = c.json({ error: body.error.message }, c.res.status as ContentfulStatusCode)
})
