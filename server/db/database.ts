/** The interface of the database: an SQLite file or a libSQL server. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as schema from '#drizzle/schema.ts'
import type { StorageFailure } from './failure.ts'

/** Drizzle with our tables. Await every result, because only a libSQL server returns promises. */
export type Orm = BaseSQLiteDatabase<'sync' | 'async', unknown, typeof schema>

/** An open database. Use Drizzle to read and write rows. */
export interface Database {
  /** Path of the file, or host of the server. */
  readonly name: string
  /** true for an SQLite file, which this program backs up; false for a libSQL server, which has its own backups */
  readonly isFile: boolean
  /**
   * Runs one statement, or several that only read. Waits for the lock without blocking the event loop. May call `work`
   * again, so `work` must have no other side effects. @throws {StorageError} if the database can't be used
   */
  query<T>(work: (orm: Orm) => T | Promise<T>): Promise<T>
  /**
   * Runs a transaction with the write lock. An exception rolls it back. Other statements of this process see its rows
   * after the commit. `work` may be called again, so it must have no other side effects. It should await only
   * statements of its `orm`, because all other statements wait. Inside `work`, `query` and `transaction` reject.
   */
  transaction<T>(work: (orm: Orm) => Promise<T>): Promise<T>
  /** Reads and writes a row, at most once a second. Returns the failure, or null. */
  probe(): Promise<StorageFailure | null>
  /** Closes the database. A database file first receives the content of its write-ahead log. */
  close(): void
}

/** Prepares statements once per connection, because preparing costs half of a query's time. */
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

/** Converts ms since the Unix epoch to whole seconds, rounded down. Most tables store seconds. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)
export const toMs = (seconds: number): number => seconds * 1000

/** Number of rows that one statement deletes, in a few ms. */
const STEP = 500

/**
 * Deletes the rows that match `passed`, `STEP` per statement, and yields to the event loop in between. Returns the
 * number of rows.
 */
export async function deleteInSteps(db: Database, table: SQLiteTable, passed: SQL | undefined): Promise<number> {
  const some = sql`rowid in (select rowid from ${table} where ${passed} limit ${STEP})`
  for (let gone = 0; ; await nextTurn()) {
    const rows = await db.query((orm) => orm.delete(table).where(some).returning({ one: sql<number>`1` }).all())
    gone += rows.length
    if (rows.length < STEP) return gone
  }
}
