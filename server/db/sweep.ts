/** Deletes many rows without keeping anybody waiting. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

/** Rows of one statement: a few milliseconds, whatever the table's indexes. */
const STEP = 500

/** Every row that `passed` is true of, a few at a time; others get their turn between. The number of rows. */
export async function deleteInSteps(db: Database, table: SQLiteTable, passed: SQL | undefined): Promise<number> {
  const some = sql`rowid in (select rowid from ${table} where ${passed} limit ${STEP})`
  for (let gone = 0; ; await nextTurn()) {
    const rows = await db.query((orm) => orm.delete(table).where(some).returning({ one: sql<number>`1` }).all())
    gone += rows.length
    if (rows.length < STEP) return gone
  }
}
