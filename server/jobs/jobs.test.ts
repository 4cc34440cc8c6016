import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readMigrations } from '../db/migrations.ts'
import { type FileDatabase, openDatabase } from '../db/open.ts'
import { backupName, outdatedBackups } from './backups.ts'
import { claim, type JobsOptions, runDue, startJobs } from './jobs.ts'

const HOUR = 3_600_000
let db: FileDatabase
let now: number
beforeEach(() => {
  db = openDatabase({
    file: ':memory:',
    migrations: readMigrations(join(import.meta.dirname, '../../drizzle/migrations')),
  })
  now = 1_800_000_000_000
})
afterEach(() => db.close())

const options = (holder = 'a'): JobsOptions => ({ db, now: () => now, log: pino({ level: 'silent' }), holder })
const hourly = (run = vi.fn(async (): Promise<void> => undefined)) => ({ name: 'sweep', everyMs: HOUR, run })
const signal = new AbortController().signal

it('does a job once an hour, whoever asks', async () => {
  const job = hourly()
  await Promise.all(['a', 'b', 'c'].map((holder) => runDue(options(holder), [job], signal)))
  expect(job.run).toHaveBeenCalledTimes(1)
  now += HOUR - 1
  await runDue(options('b'), [job], signal)
  expect(job.run).toHaveBeenCalledTimes(1)
  now += 1
  await runDue(options('b'), [job], signal)
  expect(job.run).toHaveBeenCalledTimes(2)
})

it('takes a job over from a process that died in it, after its lease', async () => {
  expect(await claim(options('dead'), { ...hourly(), everyMs: 1000 })).toBe(true)
  now += 29 * 60_000
  expect(await claim(options('b'), { ...hourly(), everyMs: 1000 })).toBe(false)
  now += 60_000
  expect(await claim(options('b'), { ...hourly(), everyMs: 1000 })).toBe(true)
})

it('goes on to the next job after one that failed', async () => {
  const next = { ...hourly(), name: 'next' }
  const failing = hourly(
    vi.fn(async () => {
      throw new Error('no')
    }),
  )
  await runDue(options(), [failing, next], signal)
  expect(next.run).toHaveBeenCalledTimes(1)
})

it('starts nothing more once it is told to stop', async () => {
  const stop = new AbortController()
  const next = { ...hourly(), name: 'next' }
  await runDue(options(), [hourly(vi.fn(async () => stop.abort())), next], stop.signal)
  expect(next.run).not.toHaveBeenCalled()
})

it('answers first after a start: long jobs wait a minute, the mail does not', async () => {
  vi.useFakeTimers()
  const long = hourly()
  const mail = { name: 'outbox', everyMs: 4000, run: vi.fn(async () => undefined) }
  const stop = startJobs(options(), [mail, long])
  const pass = async (ms: number) => {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  await pass(5000)
  expect([mail.run.mock.calls.length, long.run.mock.calls.length]).toEqual([1, 0])
  for (let i = 0; i < 12; i++) await pass(5000)
  expect(long.run).toHaveBeenCalledTimes(1)
  await stop()
  const before = mail.run.mock.calls.length
  await pass(60_000)
  expect(mail.run).toHaveBeenCalledTimes(before)
  vi.useRealTimers()
})

it('keeps seven days and four Sundays of backups, and touches no other file', () => {
  const days = Array.from({ length: 60 }, (_, i) => backupName(new Date(Date.UTC(2026, 8, 1 + i, 3))))
  const others = ['manual-2026-09-01T030000Z.db', 'notes.txt', 'midground-2026-09-01.db']
  const gone = outdatedBackups([...days, ...others], { keepDaily: 7, keepWeekly: 4 })
  const kept = days.filter((name) => !gone.includes(name)).map((name) => name.slice(10, 20))
  // 2026-10-30 is a Friday; the Sundays before it are 25, 18, 11 and 4 October
  expect(kept).toEqual([
    '2026-10-04',
    '2026-10-11',
    '2026-10-18',
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
  ])
  expect(gone.filter((name) => others.includes(name))).toEqual([])
})
