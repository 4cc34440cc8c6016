/** Fixed windows. In a table, so that several processes count together and a restart forgets nothing; reads in memory. */

import { eq, lt, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { rateLimits } from '#drizzle/schema.ts'
import { type Database, perOrm } from '../db/database.ts'
import { deleteInSteps } from '../db/sweep.ts'
import type { LimitSettings, Rule } from '../rules.ts'
import type { AppEnv } from './env.ts'
import { fail } from './errors.ts'

/** Clocks of several machines differ by less. */
const SKEW_MS = 60_000
const MAX_IN_MEMORY = 100_000

export interface Limiter {
  /** Counts one try. Null: go on; otherwise the seconds to wait. */
  hit(rule: Rule, who: string): Promise<number | null>
  /** Takes one try back: it was an honest one. */
  forgive(rule: Rule, who: string): Promise<void>
  /** Forgets windows that have passed. */
  sweep(): Promise<void>
}

export function createLimiter(db: Database, now: () => number, { on, max }: LimitSettings): Limiter {
  // a window that would end later than one begun now was written by a clock that went wrong
  const passed = sql`(${rateLimits.resetAtMs} <= ${sql.placeholder('now')} or ${rateLimits.resetAtMs} > excluded.reset_at_ms + ${SKEW_MS})`
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
  const takeBack = perOrm((orm) =>
    orm
      .update(rateLimits)
      .set({ hits: sql`max(0, ${rateLimits.hits} - 1)` })
      .where(eq(rateLimits.key, sql.placeholder('key')))
      .prepare(),
  )
  const memory = new Map<string, { hits: number; resetAtMs: number }>()
  const countInMemory = (key: string, time: number, windowMs: number) => {
    const found = memory.get(key)
    const isOpen = found && found.resetAtMs > time && found.resetAtMs <= time + windowMs
    const row = isOpen ? found : { hits: 0, resetAtMs: time + windowMs }
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
      if (!row || row.hits <= (max.get(rule.name) ?? rule.max)) return null
      return Math.max(1, Math.ceil(Math.min(rule.windowMs, row.resetAtMs - time) / 1000))
    },
    async forgive(rule, who) {
      if (on) await db.query((orm) => takeBack(orm).run({ key: `${rule.name}:${who}` }))
    },
    async sweep() {
      for (const [key, { resetAtMs }] of memory) if (resetAtMs <= now()) memory.delete(key)
      await deleteInSteps(db, rateLimits, lt(rateLimits.resetAtMs, now()))
    },
  }
}

/** Middleware for one route. 'address' comes before the session is read, 'user' needs `signedIn` before it. */
export function limited(
  limiter: Limiter,
  rules: Rule | readonly Rule[],
  by: 'address' | 'user',
): MiddlewareHandler<AppEnv> {
  const all = 'name' in rules ? [rules] : rules
  return async (c, next) => {
    for (const rule of all) {
      const wait = await limiter.hit(rule, by === 'user' ? c.get('user').id : c.get('address'))
      if (wait !== null) return tooMany(c, wait)
    }
    return next()
  }
}

export function tooMany(c: Context, waitSeconds: number) {
  c.header('Retry-After', String(waitSeconds))
  return fail(c, 429, 'too_many')
}
