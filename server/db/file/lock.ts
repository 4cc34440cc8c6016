/**
 * Locks between processes. Each is an SQLite lock on an empty file next to the database, and is released when its
 * process exits.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { storageFailure } from '../failure.ts'
import { keepOwner } from './access.ts'

/** Option of functions that open an SQLite file. */
export interface SqliteBinding {
  /** The loaded SQLite addon, if the program is a single executable. */
  readonly nativeBinding?: object
}

/**
 * Returns better-sqlite3's options. The types of better-sqlite3 allow only a path to the addon, but the package also
 * accepts the loaded addon.
 */
export const bindingOf = ({ nativeBinding }: SqliteBinding): Sqlite.Options =>
  nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string }

/** `in-use`: shared while the database is open, exclusive during a restore. `upgrade`: exclusive during a migration. */
export type LockName = 'in-use' | 'upgrade'

/**
 * Takes a lock. Returns a function that releases it, or null after `waitMs`. Blocks the thread while it waits. @throws
 * SQLite's or the system's error if the lock file can't be opened
 */
export function lock(
  database: string,
  name: LockName,
  how: 'shared' | 'alone',
  waitMs: number,
  options: SqliteBinding,
): (() => void) | null {
  const folder = join(dirname(database), '.locks')
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) keepOwner(folder, dirname(database))
  const file = join(folder, `${basename(database)}.${name}`)
  const isNew = !existsSync(file)
  const sqlite = new Sqlite(file, bindingOf(options))
  if (isNew) keepOwner(file, dirname(database))
  try {
    sqlite.pragma(`busy_timeout = ${waitMs}`)
    sqlite.pragma('journal_mode = OFF') // no program writes to this file
    sqlite.exec(how === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT * FROM sqlite_schema')
    return () => void sqlite.close()
  } catch (error) {
    sqlite.close()
    if (storageFailure(error) === 'locked') return null
    throw error
  }
}
