/**
 * Replaces the database with a backup. A restore killed while `FILE.ready-STAMP` exists is completed by the next start.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperatorError, storageFailure } from '../failure.ts'
import { keepOwner, makeFolder, namesIn } from '../file/access.ts'
import { lock, type SqliteBinding } from '../file/lock.ts'
import type { Migration } from '../migrate.ts'
import { COMPANIONS, copyInto, verify, withFile } from './backup.ts'

/**
 * The rows that would undo what happened after the backup: a stolen session that a new password has ended would work
 * again, and emails would be sent twice. A backup of an earlier version may lack some tables.
 */
const OUTDATED = {
  sessions: 'true',
  known_browsers: 'true',
  tokens: 'true',
  email_changes: 'true',
  outbox: 'sent_at IS NULL AND failed_at IS NULL',
}

/**
 * Restores the backup `copy` without its `OUTDATED` rows. Returns the path of the former database, which contains
 * `stamp`, or null if there was none. @throws {OperatorError} if the backup isn't valid, the server or another program
 * has the database open, or its folder isn't writable
 */
export function restore(
  copy: string,
  file: string,
  migrations: readonly Migration[],
  stamp: string,
  options: SqliteBinding = {},
): string | null {
  verify(copy, migrations, options)
  makeFolder(dirname(file))
  const leave = lock(file, 'in-use', 'alone', 0, options)
  if (!leave) throw new OperatorError('The database is in use: stop the server first.')
  try {
    finishRestore(file) // completes an earlier restore that was killed
    settleLog(file, options)
    const part = `${file}.part`
    copyInto(copy, part, options)
    deleteOutdated(part, options)
    verify(part, migrations, options)
    keepOwner(part, dirname(file))
    syncToDisk(part)
    renameSync(part, join(dirname(file), `${readyPrefix(file)}${stamp}`))
    return finishRestore(file)
  } finally {
    leave()
  }
}

/** Completes an interrupted restore. Returns the path of the former database, or null. */
export function finishRestore(file: string): string | null {
  const ready = findReady(file)
  if (ready === undefined) return null
  const folder = dirname(file)
  const kept = `${file}.before-${ready.slice(readyPrefix(file).length)}`
  for (const end of ['', ...COMPANIONS]) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${kept}${end}`)
  rmSync(`${kept}-shm`, { force: true }) // a closed database doesn't need its shared memory
  renameSync(join(folder, ready), file)
  syncToDisk(folder)
  return existsSync(kept) ? kept : null
}

/**
 * Returns true if a restore was interrupted after it had verified the copy. The next start completes this restore.
 */
export const isRestoreUnfinished = (file: string): boolean => findReady(file) !== undefined

const readyPrefix = (file: string): string => `${basename(file)}.ready-`

const findReady = (file: string): string | undefined =>
  namesIn(dirname(file)).find((name) => name.startsWith(readyPrefix(file)))

/**
 * Writes the write-ahead log into the database file. Fails while another program has the database open. Skips a damaged
 * file.
 */
function settleLog(file: string, options: SqliteBinding): void {
  if (!existsSync(file)) return
  try {
    withFile(file, false, options, (sqlite) => {
      sqlite.pragma('busy_timeout = 0')
      if (sqlite.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw openElsewhere()
    })
  } catch (error) {
    const failure = storageFailure(error)
    if (failure === 'locked') throw openElsewhere()
    if (failure !== 'damaged') throw error
  }
}

function deleteOutdated(file: string, options: SqliteBinding): void {
  withFile(file, false, options, (sqlite) => {
    const tables = new Set(sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all())
    for (const [table, rows] of Object.entries(OUTDATED))
      if (tables.has(table)) sqlite.exec(`DELETE FROM ${table} WHERE ${rows}`)
  })
}

function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const openElsewhere = () =>
  new OperatorError('Another program has the database open, such as litestream or sqlite3: stop it first.')
