import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FileDatabase } from '#server/db/open.ts'
import { freshDatabase } from '../../tests/helpers/database.ts'
import { backUpWith, backupName, outdatedBackups } from './backups.ts'
import { every, type Job, type JobsOptions, nightly, runIfDue, startJobs } from './jobs.ts'
import { claim, extend, release } from './lease.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const YEAR = 365 * 24 * HOUR
let db: FileDatabase
let now: number
beforeEach(() => {
  db = freshDatabase()
  now = 1_800_000_000_000
})
afterEach(() => {
  db.close()
})

const options = (holder = 'a'): JobsOptions => ({ db, now: () => now, log: pino({ level: 'silent' }), holder })
const hourly = (run: Job['run'] = async () => undefined) => ({
  name: 'sweep',
  due: every(HOUR),
  pollMs: 5 * SECOND,
  deadlineMs: HOUR,
  run: vi.fn(run),
})
const never = new AbortController().signal
const hang = () => new Promise<void>(() => undefined)

/** Moves both clocks: `now` and the timers. */
async function pass(ms: number): Promise<void> {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}

it('only one of several processes runs an hourly job', async () => {
  const job = hourly()
  await Promise.all(['a', 'b', 'c'].map((holder) => runIfDue(options(holder), job, never)))
  expect(job.run).toHaveBeenCalledTimes(1)
  now += HOUR - 1
  await runIfDue(options('b'), job, never)
  expect(job.run).toHaveBeenCalledTimes(1)
  now += 1
  await runIfDue(options('b'), job, never)
  expect(job.run).toHaveBeenCalledTimes(2)
})

it('another process takes over the job of a crashed process within seconds', async () => {
  expect(await claim(options('dead'), 'sweep', now)).not.toBeNull()
  now += 14 * SECOND
  expect(await claim(options('b'), 'sweep', now)).toBeNull()
  now += SECOND
  expect(await claim(options('b'), 'sweep', now)).not.toBeNull()
})

it("checking a job that isn't due takes only one query", async () => {
  await runIfDue(options(), hourly(), never)
  const query = vi.spyOn(db, 'query')
  await runIfDue(options('b'), hourly(), never)
  expect(query).toHaveBeenCalledTimes(1)
})

it("a process can't claim a job whose lease another process renews", async () => {
  const lease = (await claim(options('a'), 'sweep', now))!
  for (let i = 0; i < 10; i++) {
    now += 10 * SECOND
    expect(await extend(options('a'), lease)).toBe(true)
  }
  expect(await claim(options('b'), 'sweep', now)).toBeNull()
  await release(options('a'), lease, 'stopped')
  expect(await claim(options('b'), 'sweep', now)).not.toBeNull()
  expect(await extend(options('a'), lease)).toBe(false)
})

it('a failed job is retried a minute later', async () => {
  const failing = hourly(() => Promise.reject(new Error('no')))
  for (const wait of [0, 59 * SECOND, SECOND]) {
    now += wait
    await runIfDue(options(), failing, never)
  }
  expect(failing.run).toHaveBeenCalledTimes(2)
})

it('a running job is aborted when another process claims its lease', async () => {
  vi.useFakeTimers()
  const told = vi.fn()
  const job = hourly(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(told(signal.reason.message)))),
  )
  const running = runIfDue(options('a'), job, never)
  await vi.advanceTimersByTimeAsync(0)
  db.orm.run(sql`update leases set holder = 'b'`)
  await pass(5 * SECOND)
  await running
  expect(told).toHaveBeenCalledWith('the lease of sweep is lost')
})

it('a running job does not delay other jobs', async () => {
  vi.useFakeTimers()
  const [isUrgent, isShared] = [true, true] as const
  const hanging = { ...hourly(hang), name: 'hanging', isUrgent }
  const mail = { ...hourly(), name: 'outbox', due: every(0), pollMs: SECOND, isUrgent, isShared }
  const stop = startJobs(options(), [hanging, mail])
  for (let i = 0; i < 20; i++) await pass(SECOND)
  expect(hanging.run).toHaveBeenCalledTimes(1)
  expect(mail.run).toHaveBeenCalledTimes(20)
  const stopped = stop()
  await pass(5 * SECOND)
  await stopped
})

it('a job that exceeds its deadline is abandoned and retried', async () => {
  vi.useFakeTimers()
  const hanging = { ...hourly(hang), deadlineMs: 10 * SECOND, isUrgent: true as const }
  const stop = startJobs(options(), [hanging])
  for (let i = 0; i < 90; i++) await pass(SECOND)
  // 5 s until the check, 10 s deadline, 5 s until the job is abandoned, 60 s until the retry
  expect(hanging.run).toHaveBeenCalledTimes(2)
  const stopped = stop()
  await pass(5 * SECOND)
  await stopped
})

it('long jobs start a minute after the server, but urgent jobs start within seconds', async () => {
  vi.useFakeTimers()
  const long = hourly()
  const mail = { ...hourly(), name: 'outbox', due: every(0), isUrgent: true as const }
  const stop = startJobs(options(), [mail, long])
  await pass(5 * SECOND)
  expect([mail.run.mock.calls.length, long.run.mock.calls.length]).toEqual([1, 0])
  for (let i = 0; i < 12; i++) await pass(5 * SECOND)
  expect(long.run).toHaveBeenCalledTimes(1)
  await stop()
  const before = mail.run.mock.calls.length
  await pass(60 * SECOND)
  expect(mail.run).toHaveBeenCalledTimes(before)
})

it('jobs run again after a clock that was a year ahead is corrected', async () => {
  const job = hourly()
  now += YEAR
  await runIfDue(options(), job, never)
  await claim(options('left over from then'), 'other', now)
  now -= YEAR
  await runIfDue(options(), job, never)
  expect(job.run).toHaveBeenCalledTimes(2)
  expect(await claim(options(), 'other', now)).not.toBeNull()
})

it('a nightly job is due at its hour and stays due after that hour', () => {
  const at = (text: string) => new Date(text).getTime()
  const due = nightly(3)
  expect(due(at('2026-11-20T02:59:59'))).toBe(at('2026-11-19T03:00:00'))
  expect(due(at('2026-11-20T03:00:00'))).toBe(at('2026-11-20T03:00:00'))
  expect(due(at('2026-11-20T23:00:00'))).toBe(at('2026-11-20T03:00:00'))
})

const KEEP = { keepDaily: 7, keepWeekly: 4 }
const NOW = Date.UTC(2026, 10, 30)

it("backups dated in the future by a wrong clock don't cause new backups to be deleted", () => {
  const backup = (day: number) => backupName(new Date(Date.UTC(2026, 10, day, 2)))
  const future = Array.from({ length: 7 }, (_, i) => backup(300 + i))
  let files = [...future]
  for (let day = 1; day <= 30; day++) {
    files.push(backup(day))
    const gone = outdatedBackups(files, KEEP, Date.UTC(2026, 10, day, 3))
    files = files.filter((name) => !gone.includes(name))
    expect(files).toContain(backup(day))
  }
  expect(files).toEqual(expect.arrayContaining(future))
  expect(files.length - future.length).toBe(10) // 7 days and, before these, 3 Sundays
})

it('the backup job deletes files of interrupted backups, but not of a running backup', () => {
  const [before, copy, later] = [19, 20, 21].map((day) => backupName(new Date(Date.UTC(2026, 10, day, 2))))
  const halves = [`${before}.part`, `${before}.part-wal`, `${before}.part-journal`]
  const others = ['manual.db.part', 'notes.part', `${before}.part.zip`, `${later}.part`]
  expect(outdatedBackups([`${copy}`, ...halves, ...others], KEEP, NOW)).toEqual(halves)
})

it('the backup job deletes all backups except the newest seven daily and four Sunday backups', () => {
  const days = Array.from({ length: 60 }, (_, i) => backupName(new Date(Date.UTC(2026, 8, 1 + i, 3))))
  const others = ['manual-2026-09-01T030000Z.db', 'notes.txt', 'midground-2026-09-01.db']
  const gone = outdatedBackups([...days, ...others], KEEP, NOW)
  const kept = days.filter((name) => !gone.includes(name)).map((name) => name.slice(10, 20))
  // 2026-10-30 is a Friday, and the Sundays before are 25, 18, 11 and 4 October
  const wanted = '04 11 18 24 25 26 27 28 29 30'.split(' ')
  expect(kept).toEqual(wanted.map((day) => `2026-10-${day}`))
  expect(gone.filter((name) => others.includes(name))).toEqual([])
})

it.each([
  ["console.error('The disk is full.'); process.exitCode = 1", 'The disk is full.'],
  ["console.error('x'.repeat(9000) + ' is damaged'); process.exitCode = 1", 'x is damaged'],
  ['process.exit(3)', 'the backup ended with code 3'],
])('a failed nightly backup has the reason of its process: %s', async (script, reason) => {
  const backUp = backUpWith([process.execPath, '-e', script, '--'])
  await expect(backUp('copy.db', new AbortController().signal)).rejects.toThrow(reason)
})

it('a nightly backup passes the path to its process and stops with the server', async () => {
  const check = "if (process.argv.slice(1).join(' ') !== 'backup copy.db') process.exit(1)"
  await backUpWith([process.execPath, '-e', check, '--'])('copy.db', new AbortController().signal)
  const stopped = backUpWith([process.execPath, '-e', 'setInterval(() => {}, 1000)', '--'])
  await expect(stopped('copy.db', AbortSignal.timeout(50))).rejects.toThrow('aborted')
})
