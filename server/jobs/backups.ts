/** The nightly backups: their names, their making, and the choice of those to keep. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#server/db/access.ts'
import type { Deps } from '#server/deps/deps.ts'

const NAME = /^midground-(\d{4}-\d{2}-\d{2})T\d{6}Z\.db$/
/** Matches files of an unfinished backup whose process was killed. */
const HALF = /^midground-\d{4}-\d{2}-\d{2}T\d{6}Z\.db\.part(-wal|-shm|-journal)?$/

/** File name of a backup begun at `when`, in UTC to the second. */
export const backupName = (when: Date): string => `midground-${when.toISOString().slice(0, 19).replaceAll(':', '')}Z.db`

/** Copies the database into `file` without blocking this process's event loop. */
export type BackUp = (file: string, signal: AbortSignal) => Promise<void>

/** Makes a backup in the folder of backups, then deletes outdated ones. */
export async function makeBackup({ config, now }: Deps, backUp: BackUp, signal: AbortSignal): Promise<void> {
  const folder = join(config.dataDir, 'backups')
  makeFolder(folder)
  await backUp(join(folder, backupName(new Date(now()))), signal)
  for (const name of outdatedBackups(readdirSync(folder), config.backups)) rmSync(join(folder, name))
}

/** Returns all names but the newest `keepDaily` days and `keepWeekly` Sundays, and older unfinished backups. */
export function outdatedBackups(names: readonly string[], keep: { keepDaily: number; keepWeekly: number }): string[] {
  const ours = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
  const days = [...new Set(ours.map(dayOf))]
  const sundays = days.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0)
  const kept = new Set([...days.slice(0, keep.keepDaily), ...sundays.slice(0, keep.keepWeekly)])
  // a newer unfinished file may belong to the operator's command, which is still writing it
  const halves = names.filter((name) => HALF.test(name) && name < (ours[0] ?? ''))
  return [...ours.filter((name) => !kept.has(dayOf(name))), ...halves]
}

const dayOf = (name: string): string => NAME.exec(name)?.[1] ?? ''
