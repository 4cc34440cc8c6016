/**
 * A cookie that says "somebody signed in to this account from this browser before". Guesses at a password are counted per
 * browser where it has one, else per account; so strangers can use up an account's tries without locking its owner out
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It signs nobody in.
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

export interface DeviceCookies {
  /** The Set-Cookie line for a browser that has proved to be the account's. */
  issue(userId: string): Promise<string>
  /** The id of the browser, to count its guesses by; null unless its cookie was issued for this account. */
  recognise(cookieHeader: string | undefined, userId: string): Promise<string | null>
}

type Needs = Pick<Clock, 'db' | 'random'> & { readonly config: Pick<Config, 'publicOrigin'> }

export function deviceCookies({ db, random, config }: Needs): DeviceCookies {
  const secure = config.publicOrigin.startsWith('https:')
  const name = secure ? '__Host-device' : 'device'
  let loaded: Promise<string> | null = null
  const key = (): Promise<string> => {
    loaded ??= loadKey(db, random).catch((error: unknown) => {
      loaded = null // the next sign-in asks again
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

/** One for all processes; whoever comes first makes it. */
async function loadKey(db: Database, random: Clock['random']): Promise<string> {
  const row = { key: KEY_ROW, value: newToken(random) }
  await db.query((orm) => orm.insert(meta).values(row).onConflictDoNothing().run())
  const found = await db.query((orm) => orm.select().from(meta).where(eq(meta.key, KEY_ROW)).get())
  if (!found) throw new Error('the key was written a line above')
  return found.value
}
