/** Routes for health, readiness, the client's configuration and security contacts. */
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { probeHashing } from '#server/auth/password.ts'
import { DAY_MS } from '#server/contract/time.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail, failWith } from '#server/http/errors.ts'
import { requestLog } from '#server/http/request-context.ts'

export const SECURITY_TXT = '/.well-known/security.txt'
/** Time until security.txt expires. RFC 9116 recommends less than a year. */
const VALID_MS = 180 * DAY_MS

/** Reason why /readyz returns 503 even though the database works. 'hashing': nobody can sign in. */
export type UnreadyReason = 'starting' | 'stopping' | 'hashing'

/** Routes: /healthz, /readyz (503 with a reason unless ready), /api/config, security.txt (404 without a contact). */
export const statusRoutes = (deps: Deps, unreadyReason: () => UnreadyReason | null) => {
  const { brandName, billing, freeCredits, prices, trialImages, requireVerifiedEmail, publicOrigin, securityContact } =
    deps.config
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' as const }, 200))
    .get('/readyz', async (c) => {
      const reason = unreadyReason() ?? (await deps.db.probe()) ?? (await hashingFailure(requestLog(c)))
      if (reason === null) return c.json({ status: 'ready' as const }, 200)
      return c.json({ ...failWith('unavailable'), reason }, 503)
    })
    .get('/api/config', (c) =>
      c.json(
        {
          brandName,
          billing,
          prices,
          /** Download credits of a new free account. */
          freeCredits,
          /** true: the server sends emails; false: the operator gives reset links to users */
          mail: deps.mail.on,
          requireVerifiedEmail,
          trialImages: { on: trialImages.on && billing !== 'off', days: trialImages.days },
          publicOrigin,
        },
        200,
      ),
    )
    .get(SECURITY_TXT, (c) => {
      if (securityContact === null) return fail(c, 404, 'not_found')
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${new Date(deps.now() + VALID_MS).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${publicOrigin}${SECURITY_TXT}`,
      ]
      return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=86400' })
    })
}

/** Returns 'hashing' if this server can't hash passwords, else null. */
async function hashingFailure(log: Logger): Promise<UnreadyReason | null> {
  try {
    await probeHashing()
    return null
  } catch (err) {
    log.error({ err }, 'passwords cannot be hashed')
    return 'hashing'
  }
}
