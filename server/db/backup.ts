/** Copies and brings back the database file. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { OperatorError } from './operator-error.ts'

export interface BackupOptions {
  readonly nativeBinding?: object
}

const open = (file: string, { nativeBinding }: BackupOptions, readonly: boolean): Sqlite.Database => {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}`)
  const binding = nativeBinding as unknown as string | undefined // see open.ts
  return new Sqlite(file, {
    readonly,
    fileMustExist: true,
    ...(binding === undefined ? {} : { nativeBinding: binding }),
  })
}

/**
 * A consistent copy while others write: VACUUM INTO reads one snapshot and takes no lock a writer would feel.
 * It keeps its thread busy, so the server runs it in a process of its own.
 */
export function backUp(from: string, to: string, options: BackupOptions = {}): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const part = `${to}.part`
  rmSync(part, { force: true })
  const sqlite = open(from, options, false)
  try {
    sqlite.pragma('busy_timeout = 5000')
    sqlite.prepare('VACUUM INTO ?').run(part)
  } finally {
    sqlite.close()
  }
  verify(part, Number.POSITIVE_INFINITY, options)
  renameSync(part, to)
}

/** Throws unless the file is a whole database of ours, not newer than `knownVersion`. */
export function verify(file: string, knownVersion: number, options: BackupOptions = {}): void {
  const sqlite = open(file, options, true)
  try {
    const verdict = sqlite.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new OperatorError(`${file} is damaged: ${String(verdict)}`)
    if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new OperatorError(`${file} has rows that belong to nothing`)
    const version = Number(sqlite.pragma('user_version', { simple: true }))
    if (version === 0) throw new OperatorError(`${file} is no database of this program`)
    if (version > knownVersion) throw new OperatorError(`${file} was written by a newer version of this program`)
  } catch (error) {
    throw codeOf(error) === 'SQLITE_NOTADB' ? new OperatorError(`${file} is no database`, { cause: error }) : error
  } finally {
    sqlite.close()
  }
}

/** Puts the copy in the place of the database, which is kept beside it; returns its new name, or null if there was none. */
export function restore(
  copy: string,
  file: string,
  knownVersion: number,
  stamp: string,
  options: BackupOptions = {},
): string | null {
  verify(copy, knownVersion, options)
  const kept = existsSync(file) ? `${file}.before-${stamp}` : null
  if (kept) {
    takeAlone(file, options)
    renameSync(file, kept)
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  copyFileSync(copy, `${file}.part`)
  renameSync(`${file}.part`, file)
  return kept
}

/** Leaving WAL needs the file for oneself, so it fails while any other process has it open, and it empties the log. */
function takeAlone(file: string, options: BackupOptions): void {
  const sqlite = open(file, options, false)
  try {
    sqlite.pragma('busy_timeout = 0')
    if (sqlite.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw inUse()
  } catch (error) {
    throw codeOf(error) === 'SQLITE_BUSY' ? inUse() : error
  } finally {
    sqlite.close()
  }
}

const inUse = () => new OperatorError('The database is in use: stop the server first.')

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
