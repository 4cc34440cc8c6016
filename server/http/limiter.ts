/** Rate limits with fixed windows. Processes share a table of counters. Rules with `inMemory` count in each process. */
import { inArray, lt, sql } from 'drizzle-orm'
import { rateLimits } from '#drizzle/schema.ts'
import type { LimitSettings, Rule } from '#server/config/rate-limits.ts'
import { latestTime } from '#server/contract/time.ts'
import { type Database, deleteInSteps, type Orm, perOrm } from '#server/db/database.ts'

const MAX_IN_MEMORY = 100_000

/** Counts an attempt in the caller's transaction. Returns the seconds to wait, or null if the attempt is allowed. */
export type Gate = (orm: Orm) => Promise<number | null>

/** A rule, and the key of the client or account that it counts. */
export type Counter = readonly [rule: Rule, who: string]

export type Limiter = ReturnType<typeof createLimiter>

/** Creates the limiter. `now`: clock, ms. `max`: changed limits by rule name. If `on` is false, nothing is limited. */
export function createLimiter(db: Database, now: () => number, { on, max }: LimitSettings) {
  const statements = perOrm(prepare)
  const memory = new Map<string, { hits: number; readonly resetAtMs: number }>()
  const countInMemory = (key: string, time: number, windowMs: number) => {
    const found = memory.get(key)
    const isOpen = found && found.resetAtMs > time && found.resetAtMs <= time + windowMs
    const row = isOpen ? found : { hits: 0, resetAtMs: time + windowMs }
    row.hits += 1
    if (memory.size >= MAX_IN_MEMORY) memory.clear() // limits the memory during a flood of addresses
    if (row !== found) memory.set(key, row)
    return row
  }
  /** Returns the parameters of the SQL statements. A window that ends after `latest` comes from a wrong clock. */
  const tryOf = (rule: Rule, who: string) => {
    const time = now()
    const reset = time + rule.windowMs
    return { key: `${rule.name}:${who}`, now: time, reset, latest: latestTime(reset) }
  }
  const secondsToWait = (rule: Rule, time: number, row: { hits: number; resetAtMs: number } | undefined) => {
    if (!row || row.hits <= (max.get(rule.name) ?? rule.max)) return null
    return Math.max(1, Math.ceil(Math.min(rule.windowMs, row.resetAtMs - time) / 1000))
  }
  /** Counts an attempt like `hit`, but in the caller's transaction, which saves a commit. */
  const gate = (rule: Rule, who: string): Gate => {
    return async (orm) => {
      if (!on) return null
      const one = tryOf(rule, who)
      const { count, renew } = statements(orm)
      const row = (await count.get(one)) ?? (await renew.get(one))
      return secondsToWait(rule, one.now, row)
    }
  }
  /** Counts an attempt. Returns null if it is allowed, otherwise the seconds to wait. */
  const hit = async (rule: Rule, who: string): Promise<number | null> => {
    if (!on) return null
    const one = tryOf(rule, who)
    const row = rule.inMemory
      ? countInMemory(one.key, one.now, rule.windowMs)
      : ((await db.query((orm) => statements(orm).count.get(one))) ??
        (await db.query((orm) => statements(orm).renew.get(one))))
    return secondsToWait(rule, one.now, row)
  }
  return {
    hit,
    gate,
    /**
     * Counts an attempt by each counter until the first rejection. Returns this rejection or null. Not for `inMemory`.
     */
    async hitInTurn(counters: readonly Counter[]) {
      // on a database server, a transaction takes more round trips than its statements and holds the lock longer
      if (!on || !db.isFile) return firstRejection(counters, hit)
      return db.transaction((orm) => firstRejection(counters, (rule, who) => gate(rule, who)(orm)))
    },
    /** Subtracts one attempt from each counter, for example after the right password. */
    async forgive(counters: readonly Counter[]): Promise<void> {
      const keys = JSON.stringify(counters.map(([rule, who]) => `${rule.name}:${who}`))
      if (on) await db.query((orm) => statements(orm).takeBack.run({ keys }))
    },
    /** Deletes the counters of ended windows. */
    async sweep(): Promise<void> {
      for (const [key, { resetAtMs }] of memory) if (resetAtMs <= now()) memory.delete(key)
      await deleteInSteps(db, rateLimits, lt(rateLimits.resetAtMs, now()))
    },
  }
}

/** Returns the first rejection with the seconds to wait, or null. */
async function firstRejection(counters: readonly Counter[], hit: (rule: Rule, who: string) => Promise<number | null>) {
  for (const [rule, who] of counters) {
    const waitSeconds = await hit(rule, who)
    if (waitSeconds !== null) return { rule, waitSeconds }
  }
  return null
}

function prepare(orm: Orm) {
  const { key, hits, resetAtMs } = rateLimits
  const [now, latest] = [sql.placeholder('now'), sql.placeholder('latest')]
  const row = { hits, resetAtMs }
  const first = { key: sql.placeholder('key'), hits: 1, resetAtMs: sql.placeholder('reset') }
  const isOpen = sql`(${resetAtMs} > ${now} and ${resetAtMs} <= ${latest})`
  return {
    /** Counts the first attempt, or an attempt in an open window. Doesn't change the index of the windows' ends. */
    count: orm
      .insert(rateLimits)
      .values(first)
      .onConflictDoUpdate({ target: key, set: { hits: sql`${hits} + 1` }, setWhere: isOpen })
      .returning(row)
      .prepare(),
    /** Begins a new window, or counts in the window that another process has just begun. */
    renew: orm
      .insert(rateLimits)
      .values(first)
      .onConflictDoUpdate({
        target: key,
        set: {
          hits: sql`case when ${isOpen} then ${hits} + 1 else 1 end`,
          resetAtMs: sql`case when ${isOpen} then ${resetAtMs} else excluded.reset_at_ms end`,
        },
      })
      .returning(row)
      .prepare(),
    takeBack: orm
      .update(rateLimits)
      .set({ hits: sql`max(0, ${hits} - 1)` })
      .where(inArray(key, sql`(select value from json_each(${sql.placeholder('keys')}))`))
      .prepare(),
  }
}
