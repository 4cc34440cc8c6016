/** The one SQLite file: opened with our settings, brought to the newest schema. The only importer of better-sqlite3. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import * as schema from '#drizzle/schema.ts'
import { type Migration, migrate } from './migrate.ts'

/** Drizzle over our tables. Synchronous inside; repository functions wrap it in promises. */
export type Orm = BetterSQLite3Database<typeof schema>

export interface Database {
  readonly file: string
  readonly orm: Orm
  /** One immediate transaction: others wait, none sees half of it, a throw rolls back. Must not be async. */
  transaction<T>(work: (orm: Orm) => T): T
  /** Cheap proof that reading works, for /readyz. */
  isAlive(): boolean
  /** Moves the write-ahead log into the file and closes, so that one file is all there is. */
  close(): void
}

export interface OpenOptions {
  /** ':memory:' in tests. */
  readonly file: string
  readonly migrations: readonly Migration[]
  readonly sync?: 'NORMAL' | 'FULL'
  /** The addon itself, where it was unpacked from a single binary. */
  readonly nativeBinding?: object
  /** Where the copy made before a migration goes; none in memory. */
  readonly backupTo?: (version: number) => string
}

export function openDatabase({ file, migrations, sync = 'NORMAL', nativeBinding, backupTo }: OpenOptions): Database {
  const inMemory = file === ':memory:'
  if (!inMemory) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const isNew = inMemory || !existsSync(file)
  // the package's types know a path only; the value may be the loaded addon as well
  const binding = nativeBinding as unknown as string | undefined
  const sqlite = new Sqlite(file, binding === undefined ? {} : { nativeBinding: binding })
  try {
    if (isNew && !inMemory) chmodSync(file, 0o600)
    configure(sqlite, sync)
    migrate(sqlite, migrations, isNew ? undefined : backupTo)
  } catch (error) {
    sqlite.close()
    throw error
  }
  const orm = drizzle(sqlite, { schema })
  return {
    file,
    orm,
    transaction: (work) => sqlite.transaction(() => work(orm)).immediate(),
    isAlive: () => sqlite.open && sqlite.prepare('select 1').pluck().get() === 1,
    close() {
      if (!sqlite.open) return
      sqlite.pragma('wal_checkpoint(TRUNCATE)')
      sqlite.close()
    },
  }
}

function configure(sqlite: Sqlite.Database, sync: 'NORMAL' | 'FULL'): void {
  sqlite.pragma('busy_timeout = 5000') // first: the next line may already have to wait
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma(`synchronous = ${sync}`)
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -32000') // KiB
  sqlite.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
  sqlite.pragma('trusted_schema = OFF')
}
