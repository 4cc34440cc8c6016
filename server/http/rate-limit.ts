/** Fixed windows. In a table, so that several processes count together and a restart forgets nothing; reads in memory. */

import { lt, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { rateLimits } from '#drizzle/schema.ts'
import { type Database, perOrm } from '../db/database.ts'
import type { AppEnv } from './env.ts'
import { fail } from './errors.ts'

export interface Rule {
  /** Short and unique; part of the row's key. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /**
   * Counted in this process' memory: for reads, where a limit only keeps a runaway page from wasting our time.
   * Everything that guards a secret, money or a store is counted in the table.
   */
  readonly inMemory?: true
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** By address unless the name says otherwise. */
export const RULES = {
  signupHour: { name: 'signup-h', max: 5, windowMs: HOUR },
  signupDay: { name: 'signup-d', max: 20, windowMs: DAY },
  login: { name: 'login', max: 10, windowMs: 15 * MINUTE },
  loginAccount: { name: 'login-account', max: 20, windowMs: HOUR },
  logout: { name: 'logout', max: 60, windowMs: MINUTE },
  session: { name: 'session', max: 300, windowMs: MINUTE, inMemory: true },
  forgot: { name: 'forgot', max: 10, windowMs: HOUR },
  forgotAccount: { name: 'forgot-account', max: 3, windowMs: HOUR },
  token: { name: 'token', max: 10, windowMs: HOUR },
  tokenUser: { name: 'token-user', max: 5, windowMs: HOUR },
  passwordUser: { name: 'password', max: 5, windowMs: 15 * MINUTE },
  deleteUser: { name: 'delete', max: 3, windowMs: HOUR },
  exportUser: { name: 'export', max: 3, windowMs: DAY },
  profileUser: { name: 'profile', max: 300, windowMs: MINUTE, inMemory: true },
  accessUser: { name: 'access', max: 120, windowMs: MINUTE, inMemory: true },
  usageUser: { name: 'usage', max: 60, windowMs: HOUR },
  downloadUser: { name: 'download', max: 120, windowMs: HOUR },
  releaseUser: { name: 'release', max: 20, windowMs: DAY },
  checkoutUser: { name: 'checkout', max: 10, windowMs: HOUR },
  billingSyncUser: { name: 'billing-sync', max: 6, windowMs: MINUTE },
  portalUser: { name: 'portal', max: 20, windowMs: HOUR },
  trialImageUser: { name: 'trial-image', max: 30, windowMs: HOUR },
  consentUser: { name: 'consent', max: 30, windowMs: HOUR },
  webhook: { name: 'webhook', max: 100, windowMs: 1000 },
} as const satisfies Record<string, Rule>

const MAX_IN_MEMORY = 100_000

export interface Limiter {
  /** Counts one try. Null: go on; otherwise the seconds to wait. */
  hit(rule: Rule, who: string): Promise<number | null>
  /** Forgets windows that have passed. */
  sweep(): Promise<void>
}

export function createLimiter(db: Database, now: () => number, on: boolean): Limiter {
  const passed = sql`${rateLimits.resetAtMs} <= ${sql.placeholder('now')}`
  const count = perOrm((orm) =>
    orm
      .insert(rateLimits)
      .values({ key: sql.placeholder('key'), hits: 1, resetAtMs: sql.placeholder('reset') })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          hits: sql`case when ${passed} then 1 else ${rateLimits.hits} + 1 end`,
          resetAtMs: sql`case when ${passed} then excluded.reset_at_ms else ${rateLimits.resetAtMs} end`,
        },
      })
      .returning({ hits: rateLimits.hits, resetAtMs: rateLimits.resetAtMs })
      .prepare(),
  )
  const countInTable = (key: string, time: number, windowMs: number) =>
    db.query((orm) => count(orm).get({ key, reset: time + windowMs, now: time }))
  const memory = new Map<string, { hits: number; resetAtMs: number }>()
  const countInMemory = (key: string, time: number, windowMs: number) => {
    const found = memory.get(key)
    const row = found && found.resetAtMs > time ? found : { hits: 0, resetAtMs: time + windowMs }
    row.hits += 1
    if (memory.size >= MAX_IN_MEMORY) memory.clear() // a flood of addresses must not cost memory
    if (row !== found) memory.set(key, row)
    return row
  }
  return {
    async hit(rule, who) {
      if (!on) return null
      const time = now()
      const row = rule.inMemory
        ? countInMemory(`${rule.name}:${who}`, time, rule.windowMs)
        : await countInTable(`${rule.name}:${who}`, time, rule.windowMs)
      if (!row || row.hits <= rule.max) return null
      return Math.max(1, Math.ceil((row.resetAtMs - time) / 1000))
    },
    async sweep() {
      for (const [key, { resetAtMs }] of memory) if (resetAtMs <= now()) memory.delete(key)
      await db.query((orm) => orm.delete(rateLimits).where(lt(rateLimits.resetAtMs, now())).run())
    },
  }
}

/** Middleware for one route. 'address' comes before the session is read, 'user' needs `signedIn` before it. */
export function limited(limiter: Limiter, rule: Rule, by: 'address' | 'user'): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const wait = await limiter.hit(rule, by === 'user' ? c.get('user').id : c.get('address'))
    return wait === null ? next() : tooMany(c, wait)
  }
}

export function tooMany(c: Context, waitSeconds: number) {
  c.header('Retry-After', String(waitSeconds))
  return fail(c, 429, 'too_many')
}
