/** Leases: a database row per job names the process that runs the job. The process must extend its lease regularly. */
import { and, eq, not, sql } from 'drizzle-orm'
import { leases } from '#drizzle/schema.ts'
import { latestTime } from '#server/contract/time.ts'
import type { Deps } from '#server/deps/deps.ts'

export interface Lease {
  readonly name: string
  readonly holder: string
  /** Time of the claim, ms since the Unix epoch. */
  readonly began: number
}

/** Interval in ms between two extensions of a process's lease. */
export const HEARTBEAT_MS = 5000
/** Duration of a lease in ms. When it has expired, another process can run the job. */
export const LEASE_MS = 15_000
/** Delay in ms before a failed job runs again. */
const RETRY_MS = 60_000
/** Longest time in ms until a lease's end. A later end comes from a machine with a wrong clock and is ignored. */
const LONGEST_MS = 31 * 60_000

export interface LeaseOptions extends Pick<Deps, 'db' | 'now'> {
  /** Name of this process, unique among the processes that share the database. */
  readonly holder: string
}

/** Claims a job's lease. Returns null if another process has it, or if a successful run began after `since` (ms). */
export async function claim({ db, now, holder }: LeaseOptions, name: string, since: number): Promise<Lease | null> {
  const time = now()
  const isFree = sql`(${leases.untilMs} <= ${time} or ${leases.untilMs} > ${time + LONGEST_MS})`
  const isDue = sql`(${leases.lastRunMs} <= ${since} or ${leases.lastRunMs} > ${latestTime(time)})`
  const setWhere = sql`(${isFree} and ${isDue})` // `not` needs the parentheses
  const isHeld = and(eq(leases.name, name), not(setWhere))
  // reads first, because a read doesn't take a write lock and most checks end here
  if (await db.query((orm) => orm.select().from(leases).where(isHeld).get())) return null
  const claimed = await db.query((orm) =>
    orm
      .insert(leases)
      .values({ name, holder, untilMs: time + LEASE_MS })
      .onConflictDoUpdate({
        target: leases.name,
        set: { holder, untilMs: time + LEASE_MS },
        setWhere,
      })
      .returning({ name: leases.name })
      .get(),
  )
  return claimed ? { name, holder, began: time } : null
}

/** Extends the lease by `LEASE_MS` from now. Returns false if another process has claimed it. */
export async function extend({ db, now }: LeaseOptions, lease: Lease): Promise<boolean> {
  const set = { untilMs: now() + LEASE_MS }
  const held = await db.query((orm) =>
    orm.update(leases).set(set).where(isOurs(lease)).returning({ name: leases.name }).get(),
  )
  return held !== undefined
}

/**
 * Ends our lease. The next claim succeeds when the job is due (`done`), after `RETRY_MS` (`failed`), or immediately
 * (`stopped`).
 */
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
