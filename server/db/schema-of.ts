/** Reads the schema of a file, and the schema that migrations create. */
import Sqlite from 'better-sqlite3'
import { bindingOf, type SqliteBinding } from './lock.ts'

/** Returns the SQL that created the tables, indexes and triggers, each as 'type name sql'. */
export const schemaOf = (sqlite: Sqlite.Database): string[] =>
  sqlite
    .prepare(
      "select type || ' ' || name || ' ' || sql from sqlite_schema where sql is not null and name not like 'sqlite_%'",
    )
    .pluck()
    .all() as string[] // one column of text

/** Returns the schema of a new database after these migrations, in the form of `schemaOf`. */
export function schemaAt(migrations: readonly { readonly sql: string }[], options: SqliteBinding): string[] {
  const empty = new Sqlite(':memory:', bindingOf(options))
  try {
    for (const { sql } of migrations) empty.exec(sql)
    return schemaOf(empty)
  } finally {
    empty.close()
  }
}
