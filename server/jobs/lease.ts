/** Leases: a database row per job that names the process that runs it. The holder has to extend its lease regularly. */
import { and, eq, not, sql } from 'drizzle-orm'
import { leases } from '#drizzle/schema.ts'
import type { Deps } from '#server/deps/deps.ts'

export interface Lease {
  readonly name: string
  readonly holder: string
  /** When the lease was claimed, in ms since the Unix epoch. */
  readonly began: number
}

/** Interval at which the holder extends its lease. */
export const HEARTBEAT_MS = 5000
/** Duration of a lease. After it, another process can run the job of a crashed process. */
export const LEASE_MS = 15_000
/** Delay before a failed job may be claimed again. */
const RETRY_MS = 60_000
/** Upper bound for a lease's end from now. A machine with a wrong clock wrote a later end, which is ignored. */
const LONGEST_MS = 31 * 60_000
/** Largest accepted clock difference between machines. A last run later than now plus this is ignored. */
const SKEW_MS = 60_000

export interface LeaseOptions extends Pick<Deps, 'db' | 'now'> {
  /** Identifies this process; unique among the processes that share the database. */
  readonly holder: string
}

/** Claims a job's lease. Returns null if another process holds it, or a successful run began after `since` (ms). */
export async function claim({ db, now, holder }: LeaseOptions, name: string, since: number): Promise<Lease | null> {
  const time = now()
  const isFree = sql`(${leases.untilMs} <= ${time} or ${leases.untilMs} > ${time + LONGEST_MS})`
  const isDue = sql`(${leases.lastRunMs} <= ${since} or ${leases.lastRunMs} > ${time + SKEW_MS})`
  const setWhere = sql`(${isFree} and ${isDue})` // `not` needs the parentheses
  const isHeld = and(eq(leases.name, name), not(setWhere))
  // read first: a read takes no write lock, and most checks find the job not due
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

/** Extends the lease by `LEASE_MS` from now. Returns false if another process has claimed it in the meantime. */
export async function extend({ db, now }: LeaseOptions, lease: Lease): Promise<boolean> {
  const set = { untilMs: now() + LEASE_MS }
  const held = await db.query((orm) =>
    orm.update(leases).set(set).where(isOurs(lease)).returning({ name: leases.name }).get(),
  )
  return held !== undefined
}

/** Ends our lease. The job can be claimed again when due (`done`), after `RETRY_MS` (`failed`), or now (`stopped`). */
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
