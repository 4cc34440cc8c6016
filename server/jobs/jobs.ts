/** What happens by the clock. A row per job says who does it, so that several processes do it once. */

import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { leases } from '#drizzle/schema.ts'
import type { Database } from '../db/database.ts'

export interface Job {
  readonly name: string
  readonly everyMs: number
  run(signal: AbortSignal): Promise<void>
}

export interface JobsOptions {
  readonly db: Database
  readonly now: () => number
  readonly log: Logger
  /** Differs between processes. */
  readonly holder: string
}

/** A process that died in a job loses it after this. */
const LEASE_MS = 30 * 60_000
const TICK_MS = 5000
/** Nothing long happens in the first minute: a restart should answer first. */
const WARM_UP_MS = 60_000

/** True if the job is due and now ours. */
export async function claim({ db, now, holder }: JobsOptions, job: Job): Promise<boolean> {
  const time = now()
  const row = { name: job.name, holder, untilMs: time + LEASE_MS, lastRunMs: time }
  const free = sql`${leases.untilMs} <= ${time} and ${leases.lastRunMs} <= ${time - job.everyMs}`
  const claimed = await db.query((orm) =>
    orm
      .insert(leases)
      .values(row)
      .onConflictDoUpdate({ target: leases.name, set: row, setWhere: free })
      .returning({ name: leases.name })
      .get(),
  )
  return claimed !== undefined
}

/** Does every job that is due, one after the other. A failing one is logged and does not stop the next. */
export async function runDue(options: JobsOptions, jobs: readonly Job[], signal: AbortSignal): Promise<void> {
  for (const job of jobs) {
    if (signal.aborted) return
    if (!(await claim(options, job))) continue
    try {
      await job.run(signal)
    } catch (error) {
      options.log.error({ err: error, job: job.name }, 'job failed')
    }
    const ours = and(eq(leases.name, job.name), eq(leases.holder, options.holder))
    await options.db.query((orm) => orm.update(leases).set({ untilMs: 0 }).where(ours).run())
  }
}

/** Starts the clock; the answer stops it and waits for the job at hand. */
export function startJobs(options: JobsOptions, jobs: readonly Job[]): () => Promise<void> {
  const stop = new AbortController()
  const started = options.now()
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    if (running) return
    const isWarm = options.now() - started >= WARM_UP_MS
    const due = isWarm ? jobs : jobs.filter((job) => job.everyMs < WARM_UP_MS)
    running = runDue(options, due, stop.signal).finally(() => {
      running = null
    })
  }, TICK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stop.abort()
    await running
  }
}
