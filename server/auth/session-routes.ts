/** Routes that list the account's sessions and end one of them. */

import { and, desc, eq, gt, like, lte } from 'drizzle-orm'
import { Hono } from 'hono'
import { sessions } from '#drizzle/schema.ts'
import { RULES } from '#server/config/rate-limits.ts'
import { latestTime } from '#server/contract/time.ts'
import { sha256 } from '#server/crypto/secrets.ts'
import { type Database, toMs, toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { signedIn } from './signed-in.ts'

export const sessionRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get('/api/account/sessions', signedIn(deps, RULES.sessionsUser), async (c) => {
      return c.json({ sessions: await listSessions(deps, c.get('user').id, c.get('sessionId')) }, 200)
    })
    .delete('/api/account/sessions/:id', signedIn(deps, RULES.sessionsUser), async (c) =>
      (await endSession(deps.db, c.get('user').id, c.req.param('id'))) ? c.body(null, 204) : fail(c, 404, 'not_found'),
    )

/**
 * Length of a session's id in the list: hexadecimal digits of the stored hash (64 bits). Nobody can sign in with a
 * listed id.
 */
const ID_LENGTH = 16

/** Returns the valid sessions as JSON, newest first. `currentId`: id of the session of this request. */
async function listSessions({ db, now }: Pick<Deps, 'db' | 'now'>, userId: string, currentId: string) {
  const current = sha256(currentId)
  const isPast = lte(sessions.createdAt, toSeconds(latestTime(now())))
  const alive = and(eq(sessions.userId, userId), gt(sessions.expiresAt, toSeconds(now())), isPast)
  const rows = await db.query((orm) => orm.select().from(sessions).where(alive).orderBy(desc(sessions.createdAt)).all())
  return rows.map(({ idHash, browser, createdAt, secondFactor }) => ({
    id: idHash.slice(0, ID_LENGTH),
    browser,
    signed_in_at: new Date(toMs(createdAt)).toISOString(),
    current: idHash === current,
    second_factor: secondFactor,
  }))
}

/** Ends the session with this listed id. Returns false if the account has no such session. */
async function endSession(db: Database, userId: string, id: string): Promise<boolean> {
  if (!/^[0-9a-f]{16}$/.test(id)) return false
  const mine = and(eq(sessions.userId, userId), like(sessions.idHash, `${id}%`))
  const ended = await db.query((orm) => orm.delete(sessions).where(mine).returning({ id: sessions.idHash }).all())
  return ended.length > 0
}
