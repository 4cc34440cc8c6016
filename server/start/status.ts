/** The routes for health, readiness and the client's configuration. */
import { Hono } from 'hono'
import type { Deps } from '../deps/deps.ts'
import type { AppEnv } from '../http/env.ts'
import { failWith } from '../http/errors.ts'

/** The reason why /readyz answers 503 although the database works. */
export type UnreadyReason = 'starting' | 'stopping'

/**
 * GET /healthz (the process runs), /readyz (503 with a reason unless the database works and `unreadyReason` returns
 * null) and /api/config.
 */
export const statusRoutes = (deps: Deps, unreadyReason: () => UnreadyReason | null) => {
  const { brandName, billing, freeCredits, prices, trialImages, requireVerifiedEmail, publicOrigin } = deps.config
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' as const }, 200))
    .get('/readyz', async (c) => {
      const reason = unreadyReason() ?? (await deps.db.probe())
      if (reason === null) return c.json({ status: 'ready' as const }, 200)
      return c.json({ ...failWith('unavailable'), reason }, 503)
    })
    .get('/api/config', (c) =>
      c.json(
        {
          brandName,
          billing,
          prices,
          /** Number of download credits of a new free account. */
          freeCredits,
          /** True: emails are sent. False: the operator hands out reset links. */
          mail: deps.mail.on,
          requireVerifiedEmail,
          trialImages: { on: trialImages.on && billing !== 'off', days: trialImages.days },
          publicOrigin,
        },
        200,
      ),
    )
}
