/** Routes that list the sessions of the account and end one of them. */
import { Hono } from 'hono'
import { RULES } from '../config/rate-limits.ts'
import { toMs } from '../db/time.ts'
import type { Deps } from '../deps/deps.ts'
import type { AppEnv } from '../http/env.ts'
import { fail } from '../http/errors.ts'
import { limited } from '../http/rate-limit.ts'
import { endSession, listSessions } from './session-list.ts'
import { signedIn } from './signed-in.ts'

/** The routes that list the account's sessions and end one of them. */
export const sessionRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get('/api/account/sessions', signedIn(deps), limited(deps.limiter, RULES.sessionsUser, 'user'), async (c) => {
      const all = await listSessions(deps, c.get('user').id, c.get('sessionId'))
      const sessions = all.map(({ id, browser, createdAt, isCurrent, secondFactor }) => ({
        id,
        browser,
        signed_in_at: new Date(toMs(createdAt)).toISOString(),
        current: isCurrent,
        second_factor: secondFactor,
      }))
      return c.json({ sessions }, 200)
    })
    .delete(
      '/api/account/sessions/:id',
      signedIn(deps),
      limited(deps.limiter, RULES.sessionsUser, 'user'),
      async (c) =>
        (await endSession(deps.db, c.get('user').id, c.req.param('id')))
          ? c.body(null, 204)
          : fail(c, 404, 'not_found'),
    )
