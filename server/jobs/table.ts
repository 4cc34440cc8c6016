/** All periodic jobs of the server. */

import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/contract/time.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import { LONGEST_FLUSH_MS, type Outbox } from '#server/mail/outbox.ts'
import { sweepUsage } from '#server/profiles/sweep.ts'
import type { ClientVersions } from '#server/storage/client-versions.ts'
import { deleteQueuedFiles } from '#server/storage/file-deletions.ts'
import { sweepOrphans } from '#server/trial-images/images.ts'
import { type BackUp, makeBackup } from './backups.ts'
import { every, type Job, nightly } from './jobs.ts'
import { deleteExpired } from './retention.ts'

/** Hours of the day when the nightly jobs run, in the machine's time zone. */
const NIGHT = { backup: 2, reconcile: 3, pictures: 4, usage: 5 }

export interface JobNeeds {
  readonly deps: Deps
  readonly outbox: Outbox
  readonly backUp: BackUp
  readonly versions: Pick<ClientVersions, 'refresh'>
}

/** Returns the jobs of this installation. The jobs for backups and `optimize` run only with a database file. */
export function jobTable({ deps, outbox, backUp, versions }: JobNeeds): Job[] {
  const { db, config } = deps
  return [
    outboxJob(outbox),
    ...cleaningJobs(deps),
    ...billingJobs(deps),
    clientVersionsJob(versions),
    ...(db.isFile ? [optimizeJob(db)] : []),
    ...(db.isFile && config.backups.on ? [backupJob(deps, backUp)] : []),
  ]
}

const outboxJob = (outbox: Outbox): Job => ({
  name: 'outbox',
  due: every(0),
  pollMs: SECOND_MS,
  deadlineMs: LONGEST_FLUSH_MS,
  isUrgent: true,
  isShared: true,
  run: (signal) => outbox.flush(signal),
})

/** Returns the jobs that delete expired, used and orphaned data. */
const cleaningJobs = (deps: Deps): Job[] => [
  {
    name: 'file-deletions',
    due: every(MINUTE_MS),
    deadlineMs: 10 * MINUTE_MS,
    run: (signal) => deleteQueuedFiles(deps, signal),
  },
  {
    name: 'retention',
    due: every(HOUR_MS),
    deadlineMs: 50 * MINUTE_MS,
    run: (signal) => deleteExpired(deps, signal),
  },
  {
    name: 'usage',
    due: nightly(NIGHT.usage),
    deadlineMs: 20 * HOUR_MS,
    async run(signal) {
      const rows = await sweepUsage(deps, signal)
      signal.throwIfAborted()
      deps.log.info({ rows }, 'usage')
    },
  },
  {
    name: 'pictures',
    due: nightly(NIGHT.pictures),
    deadlineMs: 20 * HOUR_MS,
    async run(signal) {
      const orphans = await sweepOrphans(deps, signal)
      signal.throwIfAborted()
      deps.log.info({ orphans }, 'pictures')
    },
  },
]

/** Returns the jobs that compare stored plans with the billing provider. */
const billingJobs = ({ subscriptions }: Pick<Deps, 'subscriptions'>): Job[] => [
  {
    name: 'reconcile-due',
    due: every(HOUR_MS),
    deadlineMs: 50 * MINUTE_MS,
    run: (signal) => subscriptions.reconcile('due', signal),
  },
  {
    name: 'reconcile-all',
    due: nightly(NIGHT.reconcile),
    deadlineMs: 20 * HOUR_MS,
    run: (signal, night) => subscriptions.reconcile('all', signal, night),
  },
]

const clientVersionsJob = (versions: JobNeeds['versions']): Job => ({
  name: 'client-versions',
  due: every(0),
  pollMs: HOUR_MS,
  deadlineMs: 10 * MINUTE_MS,
  isShared: true, // every process announces its own client version
  run: () => versions.refresh(),
})

const optimizeJob = (db: Database): Job => ({
  name: 'optimize',
  due: every(DAY_MS),
  deadlineMs: MINUTE_MS,
  run: () => db.query((orm) => orm.run(sql`pragma optimize`)),
})

const backupJob = (deps: Deps, backUp: BackUp): Job => ({
  name: 'backup',
  due: nightly(NIGHT.backup),
  deadlineMs: HOUR_MS,
  run: (signal) => makeBackup(deps, backUp, signal),
})
