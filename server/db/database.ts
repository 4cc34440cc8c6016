/** What the rest of the server knows of the database: an embedded SQLite file or a libSQL server, asked alike. */
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type * as schema from '#drizzle/schema.ts'
import type { StorageFailure } from './failure.ts'

/** Drizzle over our tables. `await` what it answers: a file answers at once, a server later. */
export type Orm = BaseSQLiteDatabase<'sync' | 'async', unknown, typeof schema>

/** The body of a transaction; see `step`. */
export type Steps<T> = Generator<unknown, T, unknown>

export interface Database {
  /** The file, or the address of the server. */
  readonly name: string
  /** A server makes its own backups. */
  readonly isFile: boolean
  /**
   * One statement, a transaction of its own; or prepared ones that only read. Waits for a lock without holding up the
   * event loop, so `work` may be called again: it must do nothing but ask. Throws StorageError when it cannot be done.
   */
  query<T>(work: (orm: Orm) => T | Promise<T>): Promise<T>
  /** One immediate transaction: others wait, none sees half of it, a throw rolls back. May be called again as above. */
  transaction<T>(work: (orm: Orm) => Steps<T>): Promise<T>
  /** Null if it can be read and written to just now. Tries both, at most once a second. */
  ailment(): Promise<StorageFailure | null>
  /** A file is one file afterwards: the write-ahead log is moved into it. */
  close(): void
}

/**
 * One question inside a transaction: `const row = yield* step(orm.select()…get())`. A generator and not an async function,
 * because the file's transactions must not be interleaved with anything else on their connection.
 */
export function* step<T>(answer: T | Promise<T>): Generator<unknown, T, unknown> {
  return (yield answer) as T // whoever drives the steps hands back what the promise held
}

/** Statements compiled once for each connection: half of a query's cost is its making. */
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
