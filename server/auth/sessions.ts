/** Sessions of signed-in browsers. They use Lucia with our own database adapter; no other module imports Lucia. */
import { and, eq, isNull, notExists, or, sql } from 'drizzle-orm'
import { parse } from 'hono/utils/cookie'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import { sessions, users } from '#drizzle/schema.ts'
import { DAY_SECONDS, latestTime } from '#server/contract/time.ts'
import { sha256 } from '#server/crypto/secrets.ts'
import { type Database, perOrm, toMs, toSeconds } from '#server/db/database.ts'
import type { Sessions } from '#server/deps/deps.ts'
import { confirmedFactor } from './accounts.ts'

/**
 * Days from the last renewal of a session to its expiry. Lucia renews a session that is used in the second half of this
 * time.
 */
const SESSION_DAYS = 30
/** Maximum age of a session in seconds since the sign-in, even if the session is in use (OWASP ASVS 7.3.2). */
export const ABSOLUTE_SECONDS = 90 * DAY_SECONDS

interface SessionColumns {
  browser: string | null
  secondFactor: boolean
  /** The checked password hash. `start` compares it with the account's. */
  passwordHash?: string
}

/** The account has changed since the password was checked, so no session was stored. */
class ProofOutdated extends Error {}

interface UserColumns {
  email: string
  emailVerified: boolean
  isAdmin?: true
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Pick<SessionColumns, 'secondFactor'>, UserColumns>
    DatabaseUserAttributes: UserColumns
    DatabaseSessionAttributes: SessionColumns
  }
}

/** Creates the session store. `now`: ms since 1970. `secure`: the site uses https, and the cookie prefix __Host-. */
export function createSessions(db: Database, now: () => number, secure: boolean): Sessions {
  const lucia = new Lucia<Pick<SessionColumns, 'secondFactor'>, UserColumns>(adapter(db, now), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    // With the prefix __Host-, other hosts of the domain can't set the cookie. Browsers accept the prefix over https
    // only.
    sessionCookie: { name: secure ? '__Host-sid' : 'sid', attributes: { secure, sameSite: 'lax', path: '/' } },
    getUserAttributes: (columns) => columns,
    getSessionAttributes: ({ secondFactor }) => ({ secondFactor }),
  })
  return {
    async find(cookieHeader) {
      // reads the cookie without Lucia's reader, which throws for invalid percent-encoding
      const id = parse(cookieHeader ?? '', lucia.sessionCookieName)[lucia.sessionCookieName]
      if (!id) return null
      const { session, user } = await lucia.validateSession(id)
      if (!session) return null
      const renewed = session.fresh ? lucia.createSessionCookie(id).serialize() : null
      return { sessionId: id, user, secondFactor: session.secondFactor, renewed }
    },
    async start({ account: { id, passwordHash }, secondFactor }, userAgent) {
      try {
        const session = await lucia.createSession(id, { browser: browserName(userAgent), secondFactor, passwordHash })
        return lucia.createSessionCookie(session.id).serialize()
      } catch (error) {
        if (error instanceof ProofOutdated) return null
        throw error
      }
    },
    end: (sessionId) => lucia.invalidateSession(sessionId),
    endAll: (userId) => lucia.invalidateUserSessions(userId),
    blank: lucia.createBlankSessionCookie().serialize(),
  }
}

/** Lucia's database adapter. It stores the SHA-256 of a session id. Lucia's own adapters store the id itself. */
function adapter(db: Database, now: () => number): Adapter {
  // reads the account with scalar subqueries, because in SQLite a join takes three times as long
  const account = sql`from ${users} where ${users.id} = ${sessions.userId} and ${users.disabledAt} is null`
  const find = perOrm((orm) =>
    orm
      .select({
        userId: sessions.userId,
        expiresAt: sessions.expiresAt,
        createdAt: sessions.createdAt,
        secondFactor: sessions.secondFactor,
        email: sql<string | null>`(select ${users.email} ${account})`,
        verifiedAt: sql<number | null>`(select ${users.emailVerifiedAt} ${account})`,
        adminSince: sql<number | null>`(select ${users.adminSince} ${account})`,
      })
      .from(sessions)
      .where(eq(sessions.idHash, sql.placeholder('hash')))
      .prepare(),
  )
  return {
    async getSessionAndUser(id) {
      const hash = sha256(id)
      const row = await db.query((orm) => find(orm).get({ hash }))
      if (!row || row.email === null) return [null, null]
      if (row.createdAt + ABSOLUTE_SECONDS <= toSeconds(now())) return [null, null]
      // with a start in the future, the session would last longer than allowed
      if (row.createdAt > toSeconds(latestTime(now()))) return [null, null]
      const expiresAt = new Date(toMs(row.expiresAt))
      const session = {
        id,
        userId: row.userId,
        expiresAt,
        attributes: { browser: null, secondFactor: row.secondFactor },
      }
      const attributes = { email: row.email, emailVerified: row.verifiedAt !== null }
      return [session, { id: row.userId, attributes: row.adminSince ? { ...attributes, isAdmin: true } : attributes }]
    },
    getUserSessions: async () => [], // unused, because session-routes.ts lists the sessions
    async setSession({ id, userId, expiresAt, attributes: { secondFactor, ...columns } }) {
      const times = { createdAt: toSeconds(now()), expiresAt: toSeconds(expiresAt.getTime()) }
      const row = { idHash: sha256(id), userId, secondFactor: Number(secondFactor), ...columns, ...times }
      if (!(await db.query((orm) => insertProven(orm).get(row)))) throw new ProofOutdated()
    },
    async updateSessionExpiration(id, expiresAt) {
      const set = { expiresAt: toSeconds(expiresAt.getTime()) }
      const it = eq(sessions.idHash, sha256(id))
      await db.query((orm) => orm.update(sessions).set(set).where(it).run())
    },
    async deleteSession(id) {
      const it = eq(sessions.idHash, sha256(id))
      await db.query((orm) => orm.delete(sessions).where(it).run())
    },
    async deleteUserSessions(userId) {
      await db.query((orm) => orm.delete(sessions).where(eq(sessions.userId, userId)).run())
    },
    deleteExpiredSessions: async () => undefined, // unused, because the job `retention` deletes expired sessions
  }
}

/** Inserts a session unless the account has changed since the password check. One statement checks and inserts. */
const insertProven = perOrm((orm) => {
  const value = (name: string) => sql`${sql.placeholder(name)}`
  const userId = sql.placeholder('userId')
  const isAsProven = and(
    eq(users.id, userId),
    eq(users.passwordHash, sql.placeholder('passwordHash')),
    isNull(users.disabledAt),
    or(eq(value('secondFactor'), 1), notExists(confirmedFactor(orm, userId))),
  )
  const columns = {
    idHash: value('idHash').as('id_hash'),
    userId: users.id,
    createdAt: value('createdAt').as('created_at'),
    expiresAt: value('expiresAt').as('expires_at'),
    browser: value('browser').as('browser'),
    secondFactor: value('secondFactor').as('second_factor'),
  }
  return orm
    .insert(sessions)
    .select(orm.select(columns).from(users).where(isAsProven))
    .returning({ idHash: sessions.idHash })
    .prepare()
})

/**
 * Browsers by a pattern of the User-Agent header. The first match is used, because many headers also name other
 * browsers.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns the names of the browser and the operating system, or null if both are unknown. */
export function browserName(userAgent: string | undefined): string | null {
  const find = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || null
}
