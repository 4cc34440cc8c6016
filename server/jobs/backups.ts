/** Names, makes and deletes the nightly backups. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { latestTime } from '#server/contract/time.ts'
import { makeFolder } from '#server/db/file/access.ts'
import type { Deps, Resources } from '#server/deps/deps.ts'
import { NIGHTLY_BACKUP } from '#server/metrics/readings.ts'

/** Names of unfinished backups of killed processes. */
const HALF = /^midground-\d{4}-\d{2}-\d{2}T\d{6}Z\.db\.part(-wal|-shm|-journal)?$/

/** Returns the file name of a backup: its time `when` in UTC, to the second. */
export const backupName = (when: Date): string => `midground-${when.toISOString().slice(0, 19).replaceAll(':', '')}Z.db`

/** Copies the database to `file` without blocking this process. */
export type BackUp = (file: string, signal: AbortSignal) => Promise<void>

/** The end of an error output that is kept, in characters. */
const KEPT_OUTPUT = 2000

/**
 * Returns a function that backs up in another process of this program, so that this process can answer requests. It
 * rejects with the process's error output, because that names the cause, such as a damaged database.
 */
export const backUpWith =
  ([program, ...leading]: Resources['command']): BackUp =>
  async (file, signal) => {
    const child = spawn(program, [...leading, 'backup', file], { stdio: ['ignore', 'ignore', 'pipe'], signal })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      output = (output + piece).slice(-KEPT_OUTPUT)
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(output.trim() || `the backup ended with code ${code}`)
  }

/** Makes a backup, then deletes outdated backups. Logs a warning about backups with a date in the future. */
export async function makeBackup({ config, now, log }: Deps, backUp: BackUp, signal: AbortSignal): Promise<void> {
  const folder = join(config.dataDir, 'backups')
  makeFolder(folder)
  await backUp(join(folder, backupName(new Date(now()))), signal)
  const names = readdirSync(folder)
  const files = names.filter((name) => NIGHTLY_BACKUP.test(name) && isFromFuture(name, now()))
  if (files.length > 0) log.warn({ files }, 'backups have a time in the future and stay: check the machine’s clock')
  for (const name of outdatedBackups(names, config.backups, now())) rmSync(join(folder, name))
}

/**
 * Returns the files to delete: old unfinished ones, and all but the last `keepDaily` days and `keepWeekly` Sundays.
 * Backups dated in the future are neither counted nor deleted, because the clock was wrong then or is wrong now.
 */
export function outdatedBackups(
  names: readonly string[],
  keep: { keepDaily: number; keepWeekly: number },
  nowMs: number,
): string[] {
  const ours = names
    .filter((name) => NIGHTLY_BACKUP.test(name) && !isFromFuture(name, nowMs))
    .sort()
    .reverse()
  const days = [...new Set(ours.map(dayOf))]
  const sundays = days.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0)
  const kept = new Set([...days.slice(0, keep.keepDaily), ...sundays.slice(0, keep.keepWeekly)])
  // the operator's `backup` command may still be writing a newer unfinished backup
  const halves = names.filter((name) => HALF.test(name) && name < (ours[0] ?? ''))
  return [...ours.filter((name) => !kept.has(dayOf(name))), ...halves]
}

const isFromFuture = (name: string, nowMs: number): boolean => name > backupName(new Date(latestTime(nowMs)))

const dayOf = (name: string): string => NIGHTLY_BACKUP.exec(name)?.[1] ?? ''
