/** Opens the SQLite file and migrates it to the newest schema. */
import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import * as schema from '#drizzle/schema.ts'
import { finishRestore, isRestoreUnfinished } from './backups/restore.ts'
import { type BusyRetry, type BusyRetryOptions, createBusyRetry } from './connection/busy-retry.ts'
import { createConnectionLock } from './connection/connection-lock.ts'
import { groupCommits } from './connection/group.ts'
import { refuseNesting } from './connection/nesting.ts'
import { createProbe } from './connection/probe.ts'
import type { Database, Orm } from './database.ts'
import { OperatorError, operatorErrorOf, StorageError, storageFailure } from './failure.ts'
import { createFile, keepOwner, mustBeWritable } from './file/access.ts'
import { bindingOf, lock, type SqliteBinding } from './file/lock.ts'
import { takeFreshName } from './file/newFile.ts'
import { markDatabase, refuseLostDatabase } from './file/presence.ts'
import { watchFile } from './file/watch.ts'
import { type Migration, migrate } from './migrate.ts'

/** A database with synchronous access, for tests and benchmarks. */
export interface FileDatabase extends Database {
  readonly orm: BetterSQLite3Database<typeof schema>
}

export interface OpenOptions extends SqliteBinding {
  readonly file: string
  readonly migrations: readonly Migration[]
  /** Value of SQLite's pragma `synchronous`. */
  readonly sync?: 'NORMAL' | 'FULL'
  /** Returns the path for the copy made before a migration. Without this function, no copy is made. */
  readonly backupTo?: (version: number) => string
  readonly patience?: BusyRetryOptions
}

/** Longest wait, in ms, for another process that migrates or replaces the database. */
const START_PATIENCE_MS = 30_000
/** The disk counts as full if fewer bytes than this are free. */
const MIN_ROOM = 256 * 1024
/** Minimum interval between two checks of the file, in ms. A check costs three system calls and a pragma. */
const CHECK_MS = 1
/** Longest wait of the readiness probe, in ms. It is short, because a load balancer repeats the probe. */
const PROBE_PATIENCE_MS = 500

/**
 * Opens or creates the SQLite file, completes an interrupted restore, migrates, and takes the shared lock until
 * `close`. Blocks for up to 30 s while another process uses the file exclusively. @throws {OperatorError} if the file
 * is lost, damaged, not ours, newer or not writable, or stays locked
 */
export function openDatabase(options: OpenOptions): FileDatabase {
  const { file, patience } = options
  mustBeWritable(file)
  const leave = occupy(options)
  let { sqlite, isCramped } = startOr(leave, options)
  markDatabase(file)
  let orm = drizzle(sqlite, { schema })
  // drizzle's type for one driver isn't assignable to the type for both drivers
  const currentOrm = () => orm as unknown as Orm

  let watch = watchFile(file, () => sqlite)
  const mustBeThere = () => {
    if (watch(CHECK_MS)) throw new StorageError('gone')
  }

  const connection = createConnectionLock()
  let isDamaged = false
  const queryWith = (retry: BusyRetry): Database['query'] => {
    return (work) =>
      retry(() =>
        connection.whenFree(() => {
          mustBeThere()
          return work(currentOrm())
        }),
      )
  }
  const retryBusy = createBusyRetry({
    ...patience,
    onFailure(failure) {
      isDamaged ||= failure === 'damaged' // a write probe can't detect damage, because it touches few pages
    },
  })
  const commit = groupCommits((work) =>
    retryBusy(() =>
      connection.exclusively(() => {
        mustBeThere()
        return inTransaction(sqlite, work)
      }),
    ),
  )
  const tryWriting = createProbe(queryWith(createBusyRetry({ ...patience, patienceMs: PROBE_PATIENCE_MS })))
  return {
    name: file,
    isFile: true,
    get orm() {
      return orm
    },
    ...refuseNesting({
      query: queryWith(retryBusy),
      transaction: (work) => commit(() => work(currentOrm())),
    }),
    async probe() {
      if (watch()) return 'gone'
      const found = isDamaged ? 'damaged' : ((await tryWriting()) ?? (await findFullDisk(file)))
      if (isCramped && found === null)
        await connection.exclusively(async () => {
          sqlite.close()
          ;({ sqlite, isCramped } = start(options))
          orm = drizzle(sqlite, { schema })
          watch = watchFile(file, () => sqlite)
        })
      return found
    },
    close() {
      if (!sqlite.open) return
      if (watch() === 'overwritten') {
        closeWithoutLog(file, sqlite)
      } else {
        writeLogBack(sqlite)
        sqlite.close()
      }
      leave()
    },
  }
}

function writeLogBack(sqlite: Sqlite.Database): void {
  try {
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (storageFailure(error) === null) throw error // on a full disk the log remains until the next start
  }
}

/** Closes an overwritten file without writing the log into it. Leaves the file unchanged and renames the log. */
function closeWithoutLog(file: string, sqlite: Sqlite.Database): void {
  const log = `${file}-wal`
  const found = takeFreshName(`${file}.found`, (name) => copyFileSync(file, name, constants.COPYFILE_EXCL))
  if (existsSync(log)) takeFreshName(`${file}.lost-wal`, (name) => copyFileSync(log, name, constants.COPYFILE_EXCL))
  sqlite.close()
  renameSync(found, file)
  rmSync(log, { force: true })
}

/** Takes the shared lock, so that other processes can't replace the file. Returns the function that releases it. */
function occupy({ file, nativeBinding }: OpenOptions): () => void {
  const options = nativeBinding ? { nativeBinding } : {}
  try {
    if (isRestoreUnfinished(file)) finishAlone(file, options)
    const leave = lock(file, 'in-use', 'shared', START_PATIENCE_MS, options)
    if (!leave) throw beingReplaced(file)
    return leave
  } catch (error) {
    if (storageFailure(error) === 'full') return () => undefined // reads are possible without the lock
    throw error
  }
}

/**
 * Returns 'full' if the disk has less free space than `MIN_ROOM`, otherwise null. On a full disk, small writes can
 * succeed.
 */
async function findFullDisk(file: string): Promise<'full' | null> {
  const { bavail, bsize } = await statfs(dirname(file))
  return bavail * bsize < MIN_ROOM ? 'full' : null
}

/** Runs `work` in a transaction. The caller must prevent other statements on the connection while `work` runs. */
async function inTransaction<T>(sqlite: Sqlite.Database, work: () => Promise<T>): Promise<T> {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    const result = await work()
    sqlite.exec('COMMIT')
    return result
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK') // SQLite itself rolls back after some errors
    throw error
  }
}

interface Started {
  readonly sqlite: Sqlite.Database
  /** true: the disk had no space for the shared-memory file, so other processes can't open the database */
  readonly isCramped: boolean
}

function finishAlone(file: string, options: SqliteBinding): void {
  const leave = lock(file, 'in-use', 'alone', START_PATIENCE_MS, options)
  if (!leave) throw beingReplaced(file)
  try {
    finishRestore(file)
  } finally {
    leave()
  }
}

const beingReplaced = (file: string) => new OperatorError(`${file} is being replaced by another process.`)

function startOr(leave: () => void, options: OpenOptions): Started {
  try {
    return start(options)
  } catch (error) {
    leave()
    throw error
  }
}

function start(options: OpenOptions): Started {
  const { file } = options
  const isNew = !existsSync(file)
  refuseLostDatabase(file)
  let started: Started | null = null
  try {
    if (isNew) {
      createFile(file) // SQLite gives the log the mode and the owner of this file
      keepOwner(file, dirname(file))
    }
    started = connect(options)
    migrate(started.sqlite, options)
    started.sqlite.pragma('busy_timeout = 0') // from now on `busy-retry.ts` waits for locks
    return started
  } catch (error) {
    started?.sqlite.close()
    if (error instanceof OperatorError) throw error
    throw operatorErrorOf(file, error) ?? error
  }
}

function connect(options: OpenOptions): Started {
  try {
    return { sqlite: connectAs('NORMAL', options), isCramped: false }
  } catch (error) {
    if (storageFailure(error) !== 'full') throw error
    return { sqlite: connectAs('EXCLUSIVE', options), isCramped: true }
  }
}

function connectAs(locking: 'NORMAL' | 'EXCLUSIVE', options: OpenOptions): Sqlite.Database {
  const { file, sync = 'NORMAL' } = options
  const sqlite = new Sqlite(file, bindingOf(options))
  try {
    // sets the timeout first, because the statements of the next pragmas may wait for a lock
    sqlite.pragma(`busy_timeout = ${START_PATIENCE_MS}`)
    sqlite.pragma(`locking_mode = ${locking}`)
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma(`synchronous = ${sync}`)
    sqlite.pragma('foreign_keys = ON')
    sqlite.pragma('temp_store = MEMORY')
    sqlite.pragma('cache_size = -32000') // a negative size is in KiB
    sqlite.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
    sqlite.pragma('trusted_schema = OFF')
    sqlite.pragma('secure_delete = ON') // overwrites deleted rows, which may contain email addresses
    sqlite.pragma('user_version') // reads the file's first page, which the pragmas above don't read
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}
