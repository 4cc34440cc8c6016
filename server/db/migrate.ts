/** Applies numbered SQL migrations at startup. SQLite's user_version is the schema version. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { OperatorError } from './failure.ts'
import { bindingOf, lock, type SqliteBinding } from './file/lock.ts'
import { linkNew, takeFreshName } from './file/newFile.ts'

export interface Migration {
  /** For example '0001_first'. The number is the schema version after the migration. */
  readonly name: string
  readonly sql: string
}

/** A newer version of the program has migrated the database, so this version can't open it. */
export class NewerSchemaError extends OperatorError {
  override readonly name = 'NewerSchemaError'

  constructor(found: number, known: number) {
    super(
      `The database has schema version ${found}, this program knows ${known}. ` +
        'It was written by a newer version: start that one, or restore a backup.',
    )
  }
}

/** Options of a migration to the newest schema. */
export interface Upgrade extends SqliteBinding {
  readonly file: string
  readonly migrations: readonly Migration[]
  /** Returns the path for the copy made before a migration. If the file exists, a different name is used. */
  readonly backupTo?: (version: number) => string
}

/** Longest wait for another process that migrates, because copying and migrating a large database takes minutes. */
const UPGRADE_PATIENCE_MS = 30 * 60_000

/**
 * Copies the file, then applies the missing migrations in one transaction. Only one process does this. @throws
 * {OperatorError} if the file has a newer schema, belongs to another program, or stays locked
 */
export function migrate(sqlite: Sqlite.Database, upgrade: Upgrade): void {
  const { file, migrations } = upgrade
  checkOrder(migrations)
  if (isUpToDate(sqlite, migrations)) {
    mustBeWhole(sqlite, upgrade)
    return
  }
  const unlock = lock(file, 'upgrade', 'alone', UPGRADE_PATIENCE_MS, upgrade)
  if (!unlock) throw new OperatorError(`Another process has been changing the schema of ${file} for half an hour.`)
  try {
    if (!isUpToDate(sqlite, migrations)) change(sqlite, upgrade)
  } finally {
    unlock()
  }
}

/** Checks that the migrations are numbered 1, 2, 3 … @throws Error otherwise */
export function checkOrder(migrations: readonly Migration[]): void {
  migrations.forEach(({ name }, index) => {
    if (Number.parseInt(name, 10) !== index + 1) throw new Error(`migration ${name} is not number ${index + 1}`)
  })
}

/** Returns true if no migration is missing. @throws {NewerSchemaError} if this program can't use the newer schema */
function isUpToDate(sqlite: Sqlite.Database, migrations: readonly Migration[]): boolean {
  const found = version(sqlite)
  if (found <= migrations.length) return found === migrations.length
  if (readableFrom(sqlite) > migrations.length) throw new NewerSchemaError(found, migrations.length)
  return true
}

/** Returns the schema version of the oldest program that can use the file, or infinity if the file has no entry. */
function readableFrom(sqlite: Sqlite.Database): number {
  if (!hasMeta(sqlite)) return Number.POSITIVE_INFINITY
  const declared = sqlite.prepare("select value from meta where key = 'readable_from'").pluck().get()
  return declared === undefined ? Number.POSITIVE_INFINITY : Number(declared)
}

const hasMeta = (sqlite: Sqlite.Database): boolean =>
  sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'meta'").get() !== undefined

function change(sqlite: Sqlite.Database, upgrade: Upgrade): void {
  const { migrations, backupTo } = upgrade
  const found = version(sqlite)
  mustBeWhole(sqlite, upgrade)
  const copy = found > 0 && backupTo ? keepCopy(sqlite, backupTo(found)) : null
  const missing = migrations.slice(found)
  try {
    sqlite
      .transaction(() => {
        for (const { sql } of missing) sqlite.exec(sql)
        if (hasMeta(sqlite)) sqlite.prepare(UPSERT_READABLE_FROM).run({ from: oldestReader(found, migrations) })
        sqlite.pragma(`user_version = ${migrations.length}`)
      })
      .immediate()
  } catch (error) {
    if (copy) rmSync(copy) // the migration failed, and copies of repeated failures would fill the disk
    throw error
  }
}

function mustBeWhole(sqlite: Sqlite.Database, { file, migrations, ...options }: Upgrade): void {
  const problem = schemaProblem(version(sqlite), schemaOf(sqlite), migrations, options)
  if (problem !== null) throw new OperatorError(`${file} ${problem}`)
}

/** Compares `present` with the schema of version `found`. Returns a phrase that names the missing part, or null. */
export function schemaProblem(
  found: number,
  present: readonly string[],
  migrations: readonly Migration[],
  options: SqliteBinding,
): string | null {
  if (found > migrations.length) return null
  if (found === 0 && present.length > 0)
    return 'has tables but no schema version: it is another program’s, or a copy that lost it. Restore a backup.'
  const missing = schemaAt(migrations.slice(0, found), options).find((part) => !present.includes(part))
  if (missing === undefined) return null
  const [type, name] = missing.split(' ')
  return `isn’t a Midground database: its ${type} ${name} is missing or differs.`
}

/**
 * SQL that stores the lowest schema version that a program must support to use the database. Never lowers the stored
 * version, because a program that an earlier migration excluded must remain excluded.
 */
const UPSERT_READABLE_FROM = `
  insert into meta (key, value) values ('readable_from', :from)
  on conflict do update set value = max(cast(value as integer), cast(excluded.value as integer))`

/**
 * Returns the schema version of the oldest program that can use the database after the migrations that follow `found`.
 * A migration that only adds things contains `-- readable from N`. Any other migration excludes all older programs.
 */
export function oldestReader(found: number, migrations: readonly Migration[]): string {
  const oldest = migrations.slice(found).map(({ sql }, index) => {
    const from = /^-- readable from (\d+)$/m.exec(sql)?.[1]
    return from === undefined ? found + index + 1 : Number(from)
  })
  return String(Math.max(...oldest))
}

function keepCopy(sqlite: Sqlite.Database, wanted: string): string {
  const part = `${wanted}.part`
  rmSync(part, { force: true })
  try {
    sqlite.prepare('VACUUM INTO ?').run(part)
    return takeFreshName(wanted, (name) => linkNew(part, name))
  } finally {
    rmSync(part, { force: true })
  }
}

const version = (sqlite: Sqlite.Database): number => Number(sqlite.pragma('user_version', { simple: true }))

/** Selects the SQL of all tables, indexes and triggers, each as 'type name sql'. */
export const SELECT_SCHEMA = `select type || ' ' || name || ' ' || sql as part from sqlite_schema
  where sql is not null and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\'`

export const schemaOf = (sqlite: Sqlite.Database): string[] => sqlite.prepare(SELECT_SCHEMA).pluck().all() as string[]

/** Returns the schema of a new database after these migrations, as `SELECT_SCHEMA` selects it. */
export function schemaAt(migrations: readonly { readonly sql: string }[], options: SqliteBinding): string[] {
  const empty = new Sqlite(':memory:', bindingOf(options))
  try {
    for (const { sql } of migrations) empty.exec(sql)
    return schemaOf(empty)
  } finally {
    empty.close()
  }
}

/** Reads the migrations `0001_name.sql` in a folder, in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(join(folder, file), 'utf8') }))
}
