/**
 * Device cookies: a signed cookie proves that its browser has signed in to the account before. Password attempts are
 * counted per device cookie if the browser has one, else per account, so strangers who use up the account's attempts do
 * not lock its owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie does not sign
 * anybody in.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { parse, serialize } from 'hono/utils/cookie'
import { meta } from '#drizzle/schema.ts'
import type { Config } from '../config/config.ts'
import { newToken } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from './tokens.ts'

const LIFE_SECONDS = 365 * 86_400
const KEY_ROW = 'device_key'

/** Issues and checks device cookies. */
export interface DeviceCookies {
  /** Returns the value of the Set-Cookie header for a browser that has just authenticated for the account. */
  issue(userId: string): Promise<string>
  /** Returns the device id in the cookie, or null unless the cookie has a valid signature for this account. */
  recognise(cookieHeader: string | undefined, userId: string): Promise<string | null>
}

type Needs = Pick<Clock, 'db' | 'random'> & { readonly config: Pick<Config, 'publicOrigin'> }

/** Creates the device cookies. The signing key is read from the database at the first use. */
export function deviceCookies({ db, random, config }: Needs): DeviceCookies {
  const secure = config.publicOrigin.startsWith('https:')
  const name = secure ? '__Host-device' : 'device'
  let loaded: Promise<string> | null = null
  const key = (): Promise<string> => {
    loaded ??= loadKey(db, random).catch((error: unknown) => {
      loaded = null // the next call reads the key again
      throw error
    })
    return loaded
  }
  const sign = async (deviceId: string, userId: string): Promise<string> =>
    createHmac('sha256', await key())
      .update(`${deviceId}.${userId}`)
      .digest('base64url')
  return {
    async issue(userId) {
      const deviceId = newToken(random)
      const options = { path: '/', httpOnly: true, secure, sameSite: 'Lax', maxAge: LIFE_SECONDS } as const
      return serialize(name, `${deviceId}.${await sign(deviceId, userId)}`, options)
    },
    async recognise(cookieHeader, userId) {
      const [deviceId, signature, ...rest] = (parse(cookieHeader ?? '', name)[name] ?? '').split('.')
      if (!deviceId || !signature || rest.length > 0) return null
      const [given, wanted] = [Buffer.from(signature), Buffer.from(await sign(deviceId, userId))]
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? deviceId : null
    },
  }
}

/** Returns the signing key that all processes share; the first process creates it. */
async function loadKey(db: Database, random: Clock['random']): Promise<string> {
  const row = { key: KEY_ROW, value: newToken(random) }
  await db.query((orm) => orm.insert(meta).values(row).onConflictDoNothing().run())
  const found = await db.query((orm) => orm.select().from(meta).where(eq(meta.key, KEY_ROW)).get())
  if (!found) throw new Error('the key was written a line above')
  return found.value
}
