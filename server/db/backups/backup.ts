/** Copies the database file, and verifies that a file is an intact database of this program. */
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { codeOf, OperatorError, operatorErrorOf, storageFailure } from '../failure.ts'
import { createFile, keepOwner, mustBeReadable, mustBeWritable } from '../file/access.ts'
import { bindingOf, type SqliteBinding } from '../file/lock.ts'
import { linkNew } from '../file/newFile.ts'
import { type Migration, schemaAt, schemaOf } from '../migrate.ts'

export interface BackupOptions extends SqliteBinding {
  /** true: replaces an existing file. By default, an existing file is an error. */
  readonly replaces?: boolean
}

/** Suffixes of SQLite's files next to a database. A database opened next to another database's log gets damaged. */
export const COMPANIONS = ['-wal', '-shm', '-journal']

/**
 * Opens the file and calls `work`. @throws {OperatorError} if the file is missing, unreadable, damaged or not a
 * database, and the errors of `work`
 */
export function withFile<T>(
  file: string,
  readonly: boolean,
  options: SqliteBinding,
  work: (sqlite: Sqlite.Database) => T,
): T {
  mustBeReadable(file)
  let sqlite: Sqlite.Database | null = null
  try {
    sqlite = new Sqlite(file, { ...bindingOf(options), readonly, fileMustExist: true })
    return work(sqlite)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (codeOf(error) === 'SQLITE_NOTADB') throw new OperatorError(`${file} isn’t a database`, { cause: error })
    if (storageFailure(error) === 'damaged') throw new OperatorError(`${file} is damaged`, { cause: error })
    throw operatorErrorOf(file, error) ?? error
  } finally {
    sqlite?.close()
  }
}

/**
 * Copies the database with VACUUM INTO, while other processes may write, and verifies the copy. This blocks the thread,
 * so the server backs up in another process. @throws {OperatorError} if `to` is the database itself, or the copy can't
 * be written or verified
 */
export function backUp(from: string, to: string, migrations: readonly Migration[], options: BackupOptions = {}): void {
  if (isPartOf(from, to)) throw new OperatorError(`${to} is the database itself: choose another name for the copy`)
  mustBeReadable(from)
  const isNewFolder = !existsSync(dirname(to))
  mustBeWritable(to)
  if (isNewFolder) keepOwner(dirname(to), from)
  const part = `${to}.part`
  try {
    copyInto(from, part, options)
    verify(part, migrations, options)
    keepOwner(part, from)
    nameBackup(part, to, options)
  } finally {
    removeDatabase(part)
  }
}

/**
 * Moves the finished backup `part` to its final path `to`. @throws {OperatorError} if `to` exists and `replaces` isn't
 * true, and the system's error if `to` can't be written
 */
export function nameBackup(part: string, to: string, { replaces = false }: BackupOptions): void {
  try {
    if (replaces) renameSync(part, to)
    else linkNew(part, to)
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
    throw new OperatorError(`${to} exists already. Choose another name, or replace it with --force.`, { cause })
  }
}

/** Deletes a database file and SQLite's files next to it. */
export function removeDatabase(file: string): void {
  for (const end of ['', ...COMPANIONS]) rmSync(`${file}${end}`, { force: true })
}

/** Copies the file and its write-ahead log into one new file. Replaces an existing file. */
export function copyInto(from: string, to: string, options: SqliteBinding): void {
  removeDatabase(to)
  createFile(to)
  withFile(from, true, options, (sqlite) => {
    sqlite.pragma('busy_timeout = 5000')
    sqlite.prepare('VACUUM INTO ?').run(to)
  })
}

/** Returns true if `file` is the database, a link to it, or one of SQLite's files next to it. */
function isPartOf(database: string, file: string): boolean {
  const real = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))
  const own = ['', ...COMPANIONS].map((end) => `${real(database)}${end}`)
  if (own.includes(real(file)) || own.includes(resolve(file))) return true
  if (!existsSync(file) || !existsSync(database)) return false
  const [a, b] = [statSync(file), statSync(database)]
  return a.dev === b.dev && a.ino === b.ino
}

/** @throws {OperatorError} unless the file is an intact database of this program with a known schema version */
export function verify(file: string, migrations: readonly Migration[], options: SqliteBinding = {}): void {
  withFile(file, true, options, (sqlite) => {
    const verdict = sqlite.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new OperatorError(`${file} is damaged: ${String(verdict)}`)
    if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new OperatorError(`${file} has orphaned rows`)
    const version = Number(sqlite.pragma('user_version', { simple: true }))
    if (version > migrations.length) throw new OperatorError(`${file} was written by a newer version of this program`)
    const found = new Set(schemaOf(sqlite))
    if (version === 0 || schemaAt(migrations.slice(0, version), options).some((part) => !found.has(part)))
      throw new OperatorError(`${file} isn’t a Midground database`)
  })
}
