/** Numbered SQL, applied at start. The version stands in SQLite's user_version, which is part of the transaction. */
import type Sqlite from 'better-sqlite3'
import { OperatorError } from './operator-error.ts'

export interface Migration {
  /** '0001_first': the number is the schema version it leads to. */
  readonly name: string
  readonly sql: string
}

export class NewerSchemaError extends OperatorError {
  override readonly name = 'NewerSchemaError'

  constructor(found: number, known: number) {
    super(
      `The database has schema version ${found}, this program knows ${known}. ` +
        'It was written by a newer version: start that one, or restore a backup.',
    )
  }
}

/** All that is missing, in one transaction, after a copy of the file as it was. Two starting processes wait for each other. */
export function migrate(
  sqlite: Sqlite.Database,
  migrations: readonly Migration[],
  backupTo: ((version: number) => string) | undefined,
): void {
  const known = migrations.length
  migrations.forEach(({ name }, index) => {
    if (Number.parseInt(name, 10) !== index + 1) throw new Error(`migration ${name} is not number ${index + 1}`)
  })

  const found = version(sqlite)
  if (found > known) throw new NewerSchemaError(found, known)
  if (found === known) return
  if (found > 0 && backupTo) sqlite.prepare('VACUUM INTO ?').run(backupTo(found))

  sqlite
    .transaction(() => {
      for (const { sql } of migrations.slice(version(sqlite))) sqlite.exec(sql)
      sqlite.pragma(`user_version = ${known}`)
    })
    .immediate()
}

const version = (sqlite: Sqlite.Database): number => Number(sqlite.pragma('user_version', { simple: true }))
