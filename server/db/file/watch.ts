/** Detects changes that SQLite doesn't notice: the open file was deleted, replaced, overwritten, or lost tables. */
import { openSync, readSync, type Stats, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'

/** `overwritten`: the bytes changed. `gone`: the file, its WAL or a table is missing, or `user_version` decreased. */
type Loss = 'gone' | 'overwritten'

/** Returns the file's loss, or null if the file is intact or can't be checked. Reuses a result up to `maxAgeMs` old. */
export type FileWatch = (maxAgeMs?: number) => Loss | null

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

/**
 * Watches the file of an open connection in WAL mode. `connection` returns the current connection. Never closes its
 * file descriptor: closing any descriptor of a file would release all POSIX locks of this process on the file,
 * including SQLite's.
 */
export function watchFile(file: string, connection: () => Sqlite.Database): FileWatch {
  const opened = statSync(file)
  const fd = openSync(file, 'r')
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  const tables = tablesOf(connection())
  let { size } = opened
  let header = readHeader(fd)
  let schemaCookie = cookieOf(connection())
  let checkedAt = Number.NEGATIVE_INFINITY
  let loss: Loss | null = null

  const findLoss = (): Loss | null => {
    const now = statSync(file, { throwIfNoEntry: false })
    if (!isSame(opened, now)) return 'gone'
    const found = readHeader(fd)
    const cookie = cookieOf(connection()) // SQLite's schema cookie, read through the write-ahead log
    if (!found || found.schemaCookie > cookie) return 'overwritten' // the file's cookie can't exceed the log's
    // only VACUUM shrinks the file, and it updates the size in the header
    if (now.size < size && now.size !== found.bytes) return 'overwritten'
    // SQLite only increases these counters; a copy by VACUUM INTO, such as a backup, has other counters
    if (header && (found.changeCounter < header.changeCounter || found.schemaCookie < header.schemaCookie))
      return 'overwritten'
    ;({ size } = now)
    header = found
    if (log && !isSame(log, statSync(`${file}-wal`, { throwIfNoEntry: false }))) return 'gone'
    if (cookie === schemaCookie) return null
    const { names, version } = tablesOf(connection())
    if (version < tables.version || tables.names.some((name) => !names.includes(name))) return 'gone'
    schemaCookie = cookie // a newer program has added a table
    return null
  }

  return (maxAgeMs = 0) => {
    const time = performance.now()
    if (time - checkedAt < maxAgeMs) return loss
    checkedAt = time
    try {
      loss = findLoss()
    } catch {
      loss = null // the file is locked, damaged or unreadable, which the next statement reports
    }
    return loss
  }
}

const isSame = (before: Stats, now: Stats | undefined): now is Stats =>
  now !== undefined && now.ino === before.ino && now.dev === before.dev

/** Reads the database header, the first 100 bytes (SQLite file format, 1.3). `bytes`: size at the last checkpoint. */
function readHeader(fd: number) {
  const bytes = Buffer.alloc(HEADER_BYTES)
  if (readSync(fd, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  const pageSize = bytes.readUInt16BE(16)
  return {
    changeCounter: bytes.readUInt32BE(24),
    schemaCookie: bytes.readUInt32BE(40),
    bytes: bytes.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize),
  }
}

const cookieOf = (sqlite: Sqlite.Database): number => Number(sqlite.pragma('schema_version', { simple: true }))

const tablesOf = (sqlite: Sqlite.Database) => ({
  names: sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all(),
  version: Number(sqlite.pragma('user_version', { simple: true })),
})
