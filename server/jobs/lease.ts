/** Who does a job just now: a row that its holder has to renew every few seconds. */
import { and, eq, sql } from 'drizzle-orm'
import { leases } from '#drizzle/schema.ts'
import type { Database } from '../db/database.ts'

export interface Lease {
  readonly name: string
  readonly holder: string
  /** When it was taken, ms since 1970. */
  readonly began: number
}

export const HEARTBEAT_MS = 5000
/** A process that died in a job has lost it after this. */
const LEASE_MS = 15_000
/** What failed is tried again after this. */
const RETRY_MS = 60_000
/** No lease lasts longer than this, not even one of an older program: a later end was written by a clock that went wrong. */
const LONGEST_MS = 31 * 60_000
/** Clocks of several machines differ by less. */
const SKEW_MS = 60_000

export interface LeaseOptions {
  readonly db: Database
  readonly now: () => number
  /** Differs between processes. */
  readonly holder: string
}

/** Null if somebody holds it, or has done it since. */
export async function claim({ db, now, holder }: LeaseOptions, name: string, since: number): Promise<Lease | null> {
  const time = now()
  const isFree = sql`(${leases.untilMs} <= ${time} or ${leases.untilMs} > ${time + LONGEST_MS})`
  const isDue = sql`(${leases.lastRunMs} <= ${since} or ${leases.lastRunMs} > ${time + SKEW_MS})`
  const row = await db.query((orm) => orm.select().from(leases).where(eq(leases.name, name)).get())
  // looking costs no lock; most of the time there is nothing to do
  if (row && !mayClaim(row, time, since)) return null
  const claimed = await db.query((orm) =>
    orm
      .insert(leases)
      .values({ name, holder, untilMs: time + LEASE_MS })
      .onConflictDoUpdate({
        target: leases.name,
        set: { holder, untilMs: time + LEASE_MS },
        setWhere: sql`${isFree} and ${isDue}`,
      })
      .returning({ name: leases.name })
      .get(),
  )
  return claimed ? { name, holder, began: time } : null
}

const mayClaim = ({ untilMs, lastRunMs }: typeof leases.$inferSelect, time: number, since: number): boolean =>
  (untilMs <= time || untilMs > time + LONGEST_MS) && (lastRunMs <= since || lastRunMs > time + SKEW_MS)

/** False if somebody else has it meanwhile. */
export async function extend({ db, now }: LeaseOptions, lease: Lease): Promise<boolean> {
  const set = { untilMs: now() + LEASE_MS }
  const held = await db.query((orm) =>
    orm.update(leases).set(set).where(isOurs(lease)).returning({ name: leases.name }).get(),
  )
  return held !== undefined
}

/** Done, it rests until it is due again; what failed is tried again soon, what was stopped by whoever comes first. */
export async function release(
  { db, now }: LeaseOptions,
  lease: Lease,
  outcome: 'done' | 'failed' | 'stopped',
): Promise<void> {
  const set =
    outcome === 'done'
      ? { untilMs: 0, lastRunMs: lease.began }
      : { untilMs: outcome === 'stopped' ? 0 : now() + RETRY_MS }
  await db.query((orm) => orm.update(leases).set(set).where(isOurs(lease)).run())
}

const isOurs = ({ name, holder }: Lease) => and(eq(leases.name, name), eq(leases.holder, holder))
