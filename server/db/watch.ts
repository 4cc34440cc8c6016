/**
 * Detects that the open database file was deleted, replaced, truncated or overwritten, or lost its tables. SQLite
 * doesn't notice: it continues with its cache and its write-ahead log.
 */
import { openSync, readSync, type Stats, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'

/**
 * `moved`: the path has no file, or another file. `overwritten`: another program changed the bytes. `log-lost`: the
 * write-ahead log is missing. `schema-lost`: a table is missing, or the schema version decreased.
 */
export type Loss = 'moved' | 'overwritten' | 'log-lost' | 'schema-lost'

/** Watches one database file. */
export interface FileWatch {
  /**
   * Compares the file with its former state in full. Returns null if the file is intact, or if the check isn't possible
   * now.
   */
  look(): Loss | null
  /** Calls `look` only if the file or its log was deleted, replaced or written to. Call it before each statement. */
  glance(): Loss | null
}

/** Fields of the database header, which is the first 100 bytes of the file (SQLite file format, 1.3). */
interface Header {
  readonly changeCounter: number
  readonly schemaCookie: number
  /** Size of the database as of the last checkpoint, in bytes. */
  readonly bytes: number
}

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

/** Shortest interval between two glances, in ms. Each costs two system calls. */
const GLANCE_MS = 1

/**
 * Watches the file of an open connection in WAL mode. `connection` returns the current connection. The descriptor stays
 * open until the process ends: closing any descriptor of a file drops all POSIX locks of the process on the file,
 * including SQLite's.
 */
export function watchFile(file: string, connection: () => Sqlite.Database): FileWatch {
  const opened = statSync(file)
  const fd = openSync(file, 'r')
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  const tables = tablesOf(connection())
  let { size, mtimeMs } = opened
  let header = readHeader(fd)
  let schemaCookie = cookieOf(connection())
  let glancedAt = 0
  let loss: Loss | null = null

  const lossOfFile = (): Loss | null => {
    const now = statSync(file, { throwIfNoEntry: false })
    if (!isSame(opened, now)) return 'moved'
    const found = readHeader(fd)
    if (!found) return 'overwritten'
    // only VACUUM makes the file smaller, and it updates the size in the header
    if (now.size < size && now.size !== found.bytes) return 'overwritten'
    // SQLite only increases the counters; a copy by VACUUM INTO, such as a backup, has different ones
    if (header && found.changeCounter < header.changeCounter) return 'overwritten'
    if (header && found.schemaCookie < header.schemaCookie) return 'overwritten'
    if (found.schemaCookie > cookieOf(connection()))
      return 'overwritten' // the file is never newer than its log
    ;({ size, mtimeMs } = now)
    header = found
    return isLogLost() ? 'log-lost' : null
  }

  const isLogLost = () => log !== undefined && !isSame(log, statSync(`${file}-wal`, { throwIfNoEntry: false }))

  const lossOfSchema = (): Loss | null => {
    const cookie = cookieOf(connection())
    if (cookie === schemaCookie) return null
    const found = tablesOf(connection())
    if (found.version < tables.version || tables.names.some((name) => !found.names.includes(name))) return 'schema-lost'
    schemaCookie = cookie // a newer program has added a table
    return null
  }

  const look = (): Loss | null => {
    try {
      loss = lossOfFile() ?? lossOfSchema()
    } catch {
      loss = null // locked, damaged or unreadable: the next statement reports the failure
    }
    return loss
  }

  return {
    look,
    glance() {
      const at = performance.now()
      if (at - glancedAt < GLANCE_MS) return loss
      glancedAt = at
      const now = statSync(file, { throwIfNoEntry: false })
      const isUntouched = isSame(opened, now) && now.size === size && now.mtimeMs === mtimeMs && !isLogLost()
      return isUntouched && loss === null ? null : look()
    },
  }
}

const isSame = (before: Stats, now: Stats | undefined): now is Stats =>
  now !== undefined && now.ino === before.ino && now.dev === before.dev

function readHeader(fd: number): Header | null {
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
