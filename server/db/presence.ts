/** Whether the database file is still the one that was opened. SQLite itself goes on writing into a deleted file. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { storageFailure } from './failure.ts'
import { OperatorError } from './operator-error.ts'
import { keepOwner } from './owner.ts'

/** Written beside the locks once there is a database. */
const markerOf = (file: string): string => join(dirname(file), '.locks', `${basename(file)}.present`)

/** @throws {OperatorError} where the file is missing or empty though there was a database before. */
export function refuseLostDatabase(file: string): void {
  const isMissing = !existsSync(file)
  if (!isMissing && statSync(file).size > 0) return
  if (!existsSync(markerOf(file)) && !hasBackups(dirname(file))) return
  throw new OperatorError(
    `${file} is ${isMissing ? 'missing' : 'empty'}, but there was a database here. Restore a backup (midground restore FILE); to begin anew, delete ${dirname(markerOf(file))}.`,
  )
}

const hasBackups = (folder: string): boolean => {
  const backups = join(folder, 'backups')
  return existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.db'))
}

/** From now on a missing file is a loss. */
export function markDatabase(file: string): void {
  const marker = markerOf(file)
  if (existsSync(marker)) return
  try {
    mkdirSync(dirname(marker), { recursive: true, mode: 0o700 })
    closeSync(openSync(marker, 'w', 0o600))
    keepOwner(marker, dirname(file))
  } catch (error) {
    if (storageFailure(error) === null) throw error // without room for a marker the server still works
  }
}

/** Answers whether the file at the path is another one than now, or empty. */
export function watchFile(file: string): () => boolean {
  const opened = statSync(file)
  return () => {
    const now = statSync(file, { throwIfNoEntry: false })
    return now === undefined || now.size === 0 || now.ino !== opened.ino || now.dev !== opened.dev
  }
}
