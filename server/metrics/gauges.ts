/** Gauges read the current state when the metrics are requested. A gauge whose reading fails is omitted and counted. */
import { type SQL, sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import { leases, outbox, stripeEvents } from '#drizzle/schema.ts'
import type { Deps } from '#server/deps/deps.ts'
import { storedTotal } from '#server/trial-images/images.ts'
import { countMails, databaseBytes, diskSpace, listBackups, NIGHTLY_BACKUP } from './readings.ts'

export type GaugeNeeds = Pick<Deps, 'config' | 'db' | 'now'>

type Sample = readonly [value: number, label?: string]

type AddGauge = (
  name: string,
  help: string,
  look: () => Promise<number | readonly Sample[]>,
  labelName?: string,
) => void

export function addGauges(register: Registry, needs: GaugeNeeds): void {
  const gauge = gaugeAdder(register)
  const { db } = needs
  gauge('ready', '1 while the database can be read and written to, else 0.', async () =>
    (await db.probe()) === null ? 1 : 0,
  )
  addQueueGauges(gauge, needs)
  addStorageGauges(gauge, needs)
  // the operator of a libSQL server monitors it with its own tools
  if (db.isFile) addDatabaseGauges(gauge, needs)
}

function gaugeAdder(register: Registry): AddGauge {
  const registers = [register]
  const failures = new Counter({
    name: 'midground_metrics_failures_total',
    help: 'Failed look-ups of gauges.',
    registers,
  })
  return (name, help, look, labelName) => {
    new Gauge({
      name: `midground_${name}`,
      help,
      labelNames: labelName ? [labelName] : [],
      registers,
      async collect() {
        this.reset()
        try {
          const found = await look()
          if (typeof found === 'number') this.set(found)
          else for (const [value, label = ''] of found) this.set({ [labelName ?? '']: label }, value)
        } catch {
          if (!labelName) this.remove() // a gauge without labels would report 0 after the failure
          failures.inc() // the other gauges are still reported
        }
      },
    })
  }
}

/** Adds the gauges about jobs, emails and webhook events. */
function addQueueGauges(gauge: AddGauge, { db, now }: GaugeNeeds): void {
  const select = async (value: SQL): Promise<number> =>
    (await db.query((orm) => orm.get<{ n: number | null }>(sql`select ${value} as n`))).n ?? 0
  const secondsSince = (time: SQL) => select(sql`max(0, ${now() / 1000} - ${time})`)
  const isWaiting = sql`${outbox.sentAt} is null and ${outbox.failedAt} is null`
  const isUndone = sql`${stripeEvents.doneAt} is null`

  gauge(
    'job_last_done_timestamp_seconds',
    'Start of the last successful run of a job, in any process.',
    async () => {
      const rows = await db.query((orm) => orm.select().from(leases).all())
      return rows.filter(({ lastRunMs }) => lastRunMs > 0).map(({ name, lastRunMs }) => [lastRunMs / 1000, name])
    },
    'task',
  )
  gauge(
    'outbox_mails',
    'Emails by state: waiting to be sent, stuck after three attempts, given up in the last month.',
    async () => Object.entries(await countMails(db)).map(([state, count]) => [count, state]),
    'state',
  )
  gauge('outbox_last_sent_timestamp_seconds', 'Time of the last sent email, of any process; 0 without one.', () =>
    select(sql`(select max(${outbox.sentAt}) from ${outbox} where ${outbox.sentAt} is not null)`),
  )
  gauge('outbox_overdue_seconds', 'Time since the oldest unsent email was due.', () =>
    secondsSince(sql`(select min(${outbox.nextAt}) from ${outbox} where ${isWaiting})`),
  )
  gauge('webhook_events_undone', 'Received events of the billing provider that are not processed yet.', () =>
    select(sql`(select count(*) from ${stripeEvents} where ${isUndone})`),
  )
  gauge('webhook_undone_seconds', 'Time since the oldest of these events was received.', () =>
    secondsSince(sql`(select min(${stripeEvents.receivedAt}) from ${stripeEvents} where ${isUndone})`),
  )
}

function addStorageGauges(gauge: AddGauge, { db, config }: GaugeNeeds): void {
  gauge('pictures_stored', 'Number of stored trial exports.', async () => (await storedTotal(db)).pictures)
  gauge('pictures_stored_bytes', 'Size of the stored trial exports.', async () => (await storedTotal(db)).bytes)
  const { totalBytes } = config.trialImages
  gauge('pictures_room_bytes', 'Storage limit for all trial exports (TRIAL_IMAGES_TOTAL_MB).', async () => totalBytes)
  gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.', async () => (await diskSpace(config)).free)
  gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.', async () => (await diskSpace(config)).size)
}

function addDatabaseGauges(gauge: AddGauge, { config }: GaugeNeeds): void {
  gauge('database_bytes', 'Size of the database file and its log.', () => databaseBytes(config))
  if (!config.backups.on) return
  gauge(
    'backup_newest_timestamp_seconds',
    'Time of the newest nightly backup; 0 without one.',
    // a copy of the `backup` command must not hide that the nightly backups fail
    async () => ((await listBackups(config)).find(({ name }) => NIGHTLY_BACKUP.test(name))?.madeAtMs ?? 0) / 1000,
  )
}
