/** Every periodic job of the server. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lt, sql } from 'drizzle-orm'
import { stripeEvents } from '#drizzle/schema.ts'
import { sweepDeparted } from '../auth/departed.ts'
import { sweepEmailChanges } from '../auth/email-change.ts'
import { sweepSignups } from '../auth/signups.ts'
import { sweepTokens } from '../auth/tokens.ts'
import { toSeconds } from '../db/time.ts'
import type { Deps } from '../deps.ts'
import type { Outbox } from '../mail/outbox.ts'
import { sweepOrphans, sweepTrialImages } from '../trial-images/sweep.ts'
import { repairTotals } from '../trial-images/totals.ts'
import { backupName, outdatedBackups } from './backups.ts'
import type { Job } from './jobs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEEP_EVENTS_DAYS = 90

export interface JobNeeds {
  readonly deps: Deps
  readonly outbox: Outbox
  /** Copies the database into a file, outside this process' event loop. */
  readonly backUp: (file: string, signal: AbortSignal) => Promise<void>
}

export function jobTable({ deps, outbox, backUp }: JobNeeds): Job[] {
  const { db, now, pause, config, subscriptions, sessions, limiter, log } = deps
  const jobs: Job[] = [
    {
      name: 'outbox',
      everyMs: 4000,
      async run() {
        await outbox.flush()
      },
    },
    {
      name: 'retention',
      everyMs: HOUR_MS,
      async run(signal) {
        const images = await sweepTrialImages(deps, signal)
        await sweepTokens(deps)
        await sweepSignups(deps)
        await sweepEmailChanges(deps)
        await sweepDeparted(deps)
        await sessions.endExpired()
        await limiter.sweep()
        await outbox.sweep()
        const old = lt(stripeEvents.receivedAt, toSeconds(now() - KEEP_EVENTS_DAYS * DAY_MS))
        await db.query((orm) => orm.delete(stripeEvents).where(old).run())
        log.info({ images }, 'retention')
      },
    },
    {
      name: 'pictures',
      everyMs: DAY_MS,
      async run(signal) {
        const orphans = await sweepOrphans(deps, signal)
        const repaired = await repairTotals(db, () => pause(0))
        log[repaired === 0 ? 'info' : 'warn']({ orphans, repaired }, 'pictures')
      },
    },
    { name: 'reconcile-due', everyMs: HOUR_MS, run: (signal) => subscriptions.reconcile('due', signal) },
    { name: 'reconcile-all', everyMs: DAY_MS, run: (signal) => subscriptions.reconcile('all', signal) },
    {
      name: 'optimize',
      everyMs: DAY_MS,
      async run() {
        await db.query((orm) => orm.run(sql`pragma optimize`))
      },
    },
  ]
  if (config.backups.on) jobs.push({ name: 'backup', everyMs: DAY_MS, run: (signal) => nightlyBackup(signal) })
  return jobs

  async function nightlyBackup(signal: AbortSignal): Promise<void> {
    const folder = join(config.dataDir, 'backups')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await backUp(join(folder, backupName(new Date(now()))), signal)
    for (const name of outdatedBackups(readdirSync(folder), config.backups)) rmSync(join(folder, name))
  }
}
