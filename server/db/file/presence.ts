/**
 * Records that a database exists. If the database file is missing at a later start, the server doesn't create a new
 * one.
 */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { verify } from '../backups/backup.ts'
import { OperatorError, storageFailure } from '../failure.ts'
import type { Migration } from '../migrate.ts'
import { keepOwner, mustBeCreatable, mustBeWritable, namesIn, sizeOf } from './access.ts'
import type { SqliteBinding } from './lock.ts'

/** Returns the path of the marker file. The file exists after a database was opened at this path. */
const markerOf = (file: string): string => join(dirname(file), '.locks', `${basename(file)}.present`)

/** @throws {OperatorError} if the file is missing or empty, but the marker or a backup exists */
export function refuseLostDatabase(file: string): void {
  const size = sizeOf(file)
  if (size) return
  const marker = markerOf(file)
  const backups = join(dirname(file), 'backups')
  const obstacles = [
    ...(existsSync(marker) ? [`delete ${dirname(marker)}`] : []),
    ...(namesIn(backups).some((name) => name.endsWith('.db')) ? [`move ${backups} away`] : []),
  ]
  if (obstacles.length === 0) return
  throw new OperatorError(
    `${file} is ${size === null ? 'missing' : 'empty'}, but there was a database here. Restore a backup (midground restore FILE); to begin anew, ${obstacles.join(' and ')}.`,
  )
}

/**
 * Writes the marker that `refuseLostDatabase` later uses to detect a missing file. Ignores storage failures, such as a
 * full disk. @throws every other error
 */
export function markDatabase(file: string): void {
  const marker = markerOf(file)
  if (existsSync(marker)) return
  try {
    mkdirSync(dirname(marker), { recursive: true, mode: 0o700 })
    closeSync(openSync(marker, 'w', 0o600))
    keepOwner(marker, dirname(file))
  } catch (error) {
    if (storageFailure(error) === null) throw error // on a full disk the server works without the marker
  }
}

/** Returns a message about the file's state. @throws {OperatorError} if the server can't start with the file */
export function checkFile(file: string, migrations: readonly Migration[], options: SqliteBinding): string {
  mustBeCreatable(dirname(file))
  refuseLostDatabase(file)
  if (!sizeOf(file)) return `${file} will be made`
  mustBeWritable(file)
  verify(file, migrations, options)
  return `${file} is whole`
}
