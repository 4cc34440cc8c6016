/** The interface of the database, which is an embedded SQLite file or a libSQL server. */
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type * as schema from '#drizzle/schema.ts'
import type { StorageFailure } from './failure.ts'

/** Drizzle with our tables. Await its results: those of a file are values, those of a server are promises. */
export type Orm = BaseSQLiteDatabase<'sync' | 'async', unknown, typeof schema>

/** An open database. Rows are read and written through Drizzle. */
export interface Database {
  /** Path of the file, or host of the server. */
  readonly name: string
  /** True for an SQLite file, which this program backs up; false for a libSQL server, which makes its own backups. */
  readonly isFile: boolean
  /**
   * Runs one statement, or several that only read. Waits for the lock without blocking the event loop and then calls
   * `work` again, so `work` must have no side effects besides its statement.
   * @throws {StorageError} if the database cannot be used.
   */
  query<T>(work: (orm: Orm) => T | Promise<T>): Promise<T>
  /**
   * Runs one transaction that takes the write lock at its start. An exception rolls it back. No other statement of this
   * process sees its rows before the commit. `work` may be called again, as above. It should await statements of the
   * given `orm` only, because everything else keeps all others waiting. `query` and `transaction` reject inside `work`.
   */
  transaction<T>(work: (orm: Orm) => Promise<T>): Promise<T>
  /** Tries to read and to write, at most once a second. Returns null on success, otherwise the failure. */
  probe(): Promise<StorageFailure | null>
  /** Closes the database. For a file, writes the write-ahead log back into it first. */
  close(): void
}

/** Caches prepared statements per connection, because preparing one costs half of a query. */
export function perOrm<S>(prepare: (orm: Orm) => S): (orm: Orm) => S {
  const made = new WeakMap<Orm, S>()
  return (orm) => {
    const found = made.get(orm)
    if (found) return found
    const fresh = prepare(orm)
    made.set(orm, fresh)
    return fresh
  }
}
