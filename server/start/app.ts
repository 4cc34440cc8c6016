/** All routes of the server. The calls are chained, because `AppType` derives the client's types from them. */
import { Hono, type MiddlewareHandler } from 'hono'
import { adminRoutes } from '#server/admin/routes.ts'
import { accountRoutes } from '#server/auth/account-routes.ts'
import { emailRoutes } from '#server/auth/email-routes.ts'
import { passwordRoutes } from '#server/auth/password-routes.ts'
import { authRoutes } from '#server/auth/routes.ts'
import { secondFactorRoutes } from '#server/auth/second-factor-routes.ts'
import { sessionRoutes } from '#server/auth/session-routes.ts'
import type { BillingDeps } from '#server/billing/context.ts'
import { WEBHOOK_PATH } from '#server/billing/open.ts'
import { billingRoutes } from '#server/billing/routes.ts'
import { webhookRoutes } from '#server/billing/webhook.ts'
import { SHARE_PATH, SHARED_LOST } from '#server/contract/pages/addresses.ts'
import { admission, SERVER_LIMITS } from '#server/http/admission.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail, onError } from '#server/http/errors.ts'
import { headerSets, setHeaders } from '#server/http/headers.ts'
import { requestContext } from '#server/http/request-context.ts'
import { sameOriginOnly } from '#server/http/same-origin.ts'
import { countRequests } from '#server/metrics/open.ts'
import { METRICS_PATH, metricsRoutes } from '#server/metrics/routes.ts'
import { profileRoutes } from '#server/profiles/routes.ts'
import type { StaticFiles } from '#server/static/files.ts'
import { inlineScripts } from '#server/static/pages.ts'
import { type FindShared, staticServer } from '#server/static/serve.ts'
import { trialImageRoutes } from '#server/trial-images/routes.ts'
import { SECURITY_TXT, statusRoutes, type UnreadyReason } from './status.ts'

/** Options that differ between the server and tests. */
export interface AppOptions {
  /** The built client. Tests of the API pass none. */
  readonly files?: StaticFiles
  /** Finds client files of other versions. */
  readonly findShared?: FindShared | null
  /** Returns the reason why the server isn't ready, or null. */
  readonly unreadyReason?: () => UnreadyReason | null
}

/**
 * Creates the app. It serves the client's page for unknown paths, but returns 404 for paths with a file extension
 * and paths under /api.
 */
export function createApp(
  deps: BillingDeps,
  { files = new Map(), findShared = null, unreadyReason = () => null }: AppOptions = {},
) {
  const sets = headerSets(deps.config, inlineScripts(files))
  const context = requestContext({ ...deps, trustProxy: deps.config.trustProxy, headers: sets.api })
  const serve = staticServer(files, sets, findShared)
  const app = new Hono<AppEnv>()
  if (deps.metrics) app.use('*', countRequests(deps.metrics))
  // this process runs the statements on a file one after another, so no request waits for another machine
  const admit: MiddlewareHandler<AppEnv> = deps.db.isFile ? (_, next) => next() : admission(SERVER_LIMITS)
  return app
    .onError(onError(deps.log))
    .notFound((c) => {
      setHeaders(c, sets.api)
      return fail(c, 404, 'not_found')
    })
    .use('/healthz', context)
    .use('/readyz', context)
    .use(SECURITY_TXT, context)
    .use(METRICS_PATH, context)
    .use('/api/*', context, sameOriginOnly(deps.config.publicOrigin, [WEBHOOK_PATH]), admit)
    .route('/', statusRoutes(deps, unreadyReason))
    .route('/', metricsRoutes(deps))
    .route('/', authRoutes(deps))
    .route('/', passwordRoutes(deps))
    .route('/', emailRoutes(deps))
    .route('/', accountRoutes(deps))
    .route('/', sessionRoutes(deps))
    .route('/', secondFactorRoutes(deps))
    .route('/', profileRoutes(deps))
    .route('/', billingRoutes(deps))
    .route('/', webhookRoutes(deps))
    .route('/', trialImageRoutes(deps))
    .route('/', adminRoutes(deps))
    .post(SHARE_PATH, (c) => {
      setHeaders(c, sets.api)
      return c.redirect(SHARED_LOST, 303) // the service worker should have handled this request
    })
    .get('*', serve)
}

/** Type of the app. The client derives its requests from it. */
export type AppType = ReturnType<typeof createApp>
