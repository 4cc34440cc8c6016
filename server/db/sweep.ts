/** Deletes many rows in small steps, so that requests can run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

/** Number of rows that one statement deletes, within a few milliseconds. */
const STEP = 500

/**
 * Deletes the rows for which `passed` is true, `STEP` rows per statement, and yields to the event loop in between.
 * Returns the number of deleted rows.
 */
export async function deleteInSteps(db: Database, table: SQLiteTable, passed: SQL | undefined): Promise<number> {
  const some = sql`rowid in (select rowid from ${table} where ${passed} limit ${STEP})`
  for (let gone = 0; ; await nextTurn()) {
    const rows = await db.query((orm) => orm.delete(table).where(some).returning({ one: sql<number>`1` }).all())
    gone += rows.length
    if (rows.length < STEP) return gone
  }
}
