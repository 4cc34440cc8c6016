/** Gauges of the current state, looked up when the metrics are requested. A failed lookup is left out and counted. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { and, count, isNotNull, isNull, max, min, sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import { leases, outbox, stripeEvents } from '#drizzle/schema.ts'
import { toMs } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import { storedTotal } from '#server/trial-images/totals.ts'

/** The dependencies of the gauges. */
export type GaugeNeeds = Pick<Deps, 'config' | 'db' | 'now'>

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>]

type AddGauge = (name: string, help: string, look: () => Promise<readonly Sample[]>, labelNames?: string[]) => void

/** Registers the gauges. */
export function addGauges(register: Registry, needs: GaugeNeeds): void {
  const gauge = gaugeAdder(register)
  gauge('ready', '1 while the database can be read and written to, else 0.', async () => [
    [(await needs.db.probe()) === null ? 1 : 0],
  ])
  addJobGauge(gauge, needs)
  addMailGauges(gauge, needs)
  addEventGauges(gauge, needs)
  addPictureGauges(gauge, needs)
  addDiskGauges(gauge, needs)
  if (needs.db.isFile) addDatabaseGauges(gauge, needs) // the operator of a libSQL server watches its size and backups there
}

function gaugeAdder(register: Registry): AddGauge {
  const registers = [register]
  const failures = new Counter({
    name: 'midground_metrics_failures_total',
    help: 'Figures that could not be looked up.',
    registers,
  })
  return (name, help, look, labelNames = []) => {
    new Gauge({
      name: `midground_${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        try {
          for (const [value, labels = {}] of await look()) this.set(labels, value)
        } catch {
          if (labelNames.length === 0) this.remove() // a gauge without labels would stay at 0
          failures.inc() // /readyz reports the reason; the other gauges are still sent
        }
      },
    })
  }
}

/** Seconds from `at` (Unix seconds) to `nowMs`; 0 without `at`. */
const secondsSince = (at: number | null | undefined, nowMs: number): Sample[] => [
  [at === null || at === undefined ? 0 : Math.max(0, nowMs - toMs(at)) / 1000],
]

function addJobGauge(gauge: AddGauge, { db }: GaugeNeeds): void {
  gauge(
    'job_last_done_timestamp_seconds',
    'When the last whole run of a job began, in any process.',
    async () => {
      const rows = await db.query((orm) => orm.select().from(leases).all())
      return rows
        .filter(({ lastRunMs }) => lastRunMs > 0)
        .map(({ name, lastRunMs }) => [lastRunMs / 1000, { job: name }])
    },
    ['job'],
  )
}

function addMailGauges(gauge: AddGauge, { db, now }: GaugeNeeds): void {
  const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt))
  gauge(
    'outbox_mails',
    'Mails by state: waiting to be sent, stuck after three tries, given up in the last month.',
    async () => {
      const stuck = sql<number>`coalesce(sum(${outbox.tries} >= 3), 0)`
      const [left, failed] = await Promise.all([
        db.query((orm) => orm.select({ n: count(), stuck }).from(outbox).where(isWaiting).get()),
        db.query((orm) => orm.select({ n: count() }).from(outbox).where(isNotNull(outbox.failedAt)).get()),
      ])
      const { n = 0, stuck: thrice = 0 } = left ?? {}
      return [
        [n - thrice, { state: 'waiting' }],
        [thrice, { state: 'stuck' }],
        [failed?.n ?? 0, { state: 'failed' }],
      ]
    },
    ['state'],
  )
  gauge('outbox_last_sent_timestamp_seconds', 'When a mail last left, in any process; 0 if none has.', async () => {
    const { sentAt } = outbox
    const last = await db.query((orm) =>
      orm
        .select({ at: max(sentAt) })
        .from(outbox)
        .where(isNotNull(sentAt))
        .get(),
    )
    return [[last?.at ?? 0]]
  })
  gauge('outbox_overdue_seconds', 'For how long the mail that is due longest has been due.', async () => {
    const first = await db.query((orm) =>
      orm
        .select({ at: min(outbox.nextAt) })
        .from(outbox)
        .where(isWaiting)
        .get(),
    )
    return secondsSince(first?.at, now())
  })
}

function addEventGauges(gauge: AddGauge, { db, now }: GaugeNeeds): void {
  const isUndone = isNull(stripeEvents.doneAt)
  gauge('webhook_events_undone', 'Events of the billing provider that were heard of and not dealt with.', async () => {
    const undone = await db.query((orm) => orm.select({ n: count() }).from(stripeEvents).where(isUndone).get())
    return [[undone?.n ?? 0]]
  })
  gauge('webhook_undone_seconds', 'For how long the oldest of them has been waiting.', async () => {
    const { receivedAt } = stripeEvents
    const first = await db.query((orm) =>
      orm
        .select({ at: min(receivedAt) })
        .from(stripeEvents)
        .where(isUndone)
        .get(),
    )
    return secondsSince(first?.at, now())
  })
}

function addPictureGauges(gauge: AddGauge, { db, config }: GaugeNeeds): void {
  gauge('pictures_stored', 'Lists or saves stored trial exports.', async () => [[(await storedTotal(db)).pictures]])
  gauge('pictures_stored_bytes', 'Room they take.', async () => [[(await storedTotal(db)).bytes]])
  gauge('pictures_room_bytes', 'Room they may take (TRIAL_IMAGES_TOTAL_MB).', async () => [
    [config.trialImages.totalBytes],
  ])
}

function addDiskGauges(gauge: AddGauge, { config }: GaugeNeeds): void {
  gauge('disk_free_bytes', 'Left for us on the disk of DATA_DIR.', async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return [[bavail * bsize]]
  })
  gauge('disk_size_bytes', 'Size of that disk.', async () => {
    const { blocks, bsize } = await statfs(config.dataDir)
    return [[blocks * bsize]]
  })
}

function addDatabaseGauges(gauge: AddGauge, { config }: GaugeNeeds): void {
  gauge('database_bytes', 'The database file and its log.', async () => {
    const sizes = await Promise.all(['', '-wal'].map((end) => sizeOf(`${config.databaseFile}${end}`)))
    return [[sizes.reduce((sum, size) => sum + size, 0)]]
  })
  if (config.backups.on)
    gauge('backup_newest_timestamp_seconds', 'When the newest backup was written; 0 while there is none.', async () => [
      [(await newest(join(config.dataDir, 'backups'))) / 1000],
    ])
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isMissing(error)) return 0 // the log may be missing after a checkpoint
    throw error
  }
}

/** Returns the time of the newest complete backup in a folder, in ms since 1970; 0 if there is none. */
async function newest(folder: string): Promise<number> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.db'))
    const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
    return Math.max(0, ...times)
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
