/**
 * Device cookies. The cookie proves that the browser has signed in to the account before, but doesn't sign anybody in.
 * Attempts of known and unknown browsers are counted separately. Strangers can therefore use up the attempts of unknown
 * browsers without locking out the owner (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
import { and, between, desc, eq, lte, notInArray, sql } from 'drizzle-orm'
import { parse, serialize } from 'hono/utils/cookie'
import { knownBrowsers, users } from '#drizzle/schema.ts'
import type { Config } from '#server/config/config.ts'
import { DAY_SECONDS, latestTime } from '#server/contract/time.ts'
import { newToken, sha256 } from '#server/crypto/secrets.ts'
import { toSeconds } from '#server/db/database.ts'
import type { Proof } from '#server/deps/deps.ts'
import type { Clock } from './tokens.ts'

export const DEVICE_LIFE_SECONDS = 365 * DAY_SECONDS
/** Maximum number of known browsers per account. A new browser replaces the oldest. */
const MAX_BROWSERS = 10

export type DeviceCookies = ReturnType<typeof deviceCookies>

/** Returns functions that issue, check and delete device cookies. The database stores the SHA-256 of each. */
export function deviceCookies({ db, now, random, config }: Clock & { readonly config: Pick<Config, 'publicOrigin'> }) {
  const secure = config.publicOrigin.startsWith('https:')
  const name = secure ? '__Host-device' : 'device'
  const readId = (cookieHeader: string | undefined) => parse(cookieHeader ?? '', name)[name] ?? ''
  const { idHash, userId: owner, createdAt } = knownBrowsers
  return {
    /**
     * Returns the Set-Cookie header for a browser that has just signed in. Replaces the browser's earlier device
     * cookie. If the password has changed since the sign-in, the new cookie is not recognized.
     */
    async issue({ id: userId, passwordHash }: Proof['account'], cookieHeader: string | undefined): Promise<string> {
      const deviceId = newToken(random)
      const mine = eq(owner, userId)
      await db.transaction(async (orm) => {
        const isAsProven = and(eq(users.id, userId), eq(users.passwordHash, passwordHash))
        if (!(await orm.select({ id: users.id }).from(users).where(isAsProven).get())) return
        const replaced = and(mine, eq(idHash, sha256(readId(cookieHeader))))
        await orm.delete(knownBrowsers).where(replaced).run()
        const row = { idHash: sha256(deviceId), userId, createdAt: toSeconds(now()) }
        await orm.insert(knownBrowsers).values(row).run()
        // rows with a future time, from a wrong clock, would displace the new row
        const isPast = lte(createdAt, toSeconds(latestTime(now())))
        const order = [desc(isPast), desc(createdAt), sql`rowid desc`]
        const newest = orm
          .select({ idHash })
          .from(knownBrowsers)
          .where(mine)
          .orderBy(...order)
        const surplus = and(mine, notInArray(idHash, newest.limit(MAX_BROWSERS)))
        await orm.delete(knownBrowsers).where(surplus).run()
      })
      const options = { path: '/', httpOnly: true, secure, sameSite: 'Lax', maxAge: DEVICE_LIFE_SECONDS } as const
      return serialize(name, deviceId, options)
    },
    /** Returns the device id in the cookie, or null if the browser isn't known to the account. */
    async recognize(cookieHeader: string | undefined, userId: string): Promise<string | null> {
      const deviceId = readId(cookieHeader)
      if (deviceId === '') return null
      const isYoung = between(createdAt, toSeconds(now()) - DEVICE_LIFE_SECONDS + 1, toSeconds(latestTime(now())))
      const known = and(eq(idHash, sha256(deviceId)), eq(owner, userId), isYoung)
      const found = await db.query((orm) => orm.select({ idHash }).from(knownBrowsers).where(known).get())
      return found ? deviceId : null
    },
    /** Deletes all known browsers of the account. */
    async forgetAll(userId: string): Promise<void> {
      await db.query((orm) => orm.delete(knownBrowsers).where(eq(owner, userId)).run())
    },
  }
}
