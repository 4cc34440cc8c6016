/** Copies the rows of a libSQL server to a database file, before a migration and as a backup. */
import type { Client } from '@libsql/client/http'
import Sqlite from 'better-sqlite3'
import { type BackupOptions, nameBackup, removeDatabase, verify } from '#server/db/backups/backup.ts'
import { OperatorError } from '#server/db/failure.ts'
import { mustBeWritable } from '#server/db/file/access.ts'
import { bindingOf, type SqliteBinding } from '#server/db/file/lock.ts'
import { linkNew, takeFreshName } from '#server/db/file/newFile.ts'
import { type Migration, NewerSchemaError, schemaOf } from '#server/db/migrate.ts'
import { type ServerAddress, serverVersion, withServer } from './client.ts'
import { isFilledByTriggers, pagesOf, quoted, tablesOf, type Value } from './table-rows.ts'

export interface ServerCopy extends SqliteBinding {
  /** Path of the copy. If the file exists, the copy has a different name. */
  readonly to: string
  readonly version: number
  readonly migrations: readonly Migration[]
}

/** Tables that aren't copied: they contain the built client, which each server stores again. */
export const REBUILT: ReadonlySet<string> = new Set(['client_files', 'client_versions'])

/**
 * Writes the server's rows, from one snapshot, to a new database file. Returns its path, or null if another process has
 * changed the schema version. @throws {OperatorError} if the file can't be written or the copy isn't intact, and the
 * client's errors
 */
export async function copyServer(client: Client, copy: ServerCopy): Promise<string | null> {
  const { to, version, migrations, ...options } = copy
  mustBeWritable(to)
  const part = `${to}.part`
  removeDatabase(part)
  try {
    if (!(await copyRows(client, part, copy))) return null
    verify(part, migrations, options)
    return takeFreshName(to, (name) => linkNew(part, name))
  } finally {
    removeDatabase(part)
  }
}

async function copyRows(
  client: Client,
  part: string,
  { version, migrations, ...options }: ServerCopy,
): Promise<boolean> {
  const sqlite = new Sqlite(part, bindingOf(options))
  const snapshot = await client.transaction('read')
  try {
    const found = (await snapshot.execute('PRAGMA user_version')).rows[0]?.user_version
    if (Number(found) !== version) return false
    for (const { sql } of migrations.slice(0, version)) sqlite.exec(sql)
    sqlite.exec('begin')
    for (const table of tablesOf(sqlite, schemaOf(sqlite)).filter(({ name }) => !REBUILT.has(name))) {
      if (isFilledByTriggers(table.name)) sqlite.exec(`delete from "${table.name}"`)
      const places = table.columns.map(() => '?').join(', ')
      const insert = sqlite.prepare(
        `insert or replace into "${table.name}" (${quoted(table.columns)}) values (${places})`,
      )
      for await (const page of pagesOf(snapshot, table)) for (const row of page) insert.run(row.map(stored))
    }
    sqlite.pragma(`user_version = ${version}`)
    sqlite.exec('commit')
    return true
  } finally {
    snapshot.close()
    sqlite.close()
  }
}

const stored = (value: Value): Exclude<Value, ArrayBuffer> =>
  value instanceof ArrayBuffer ? Buffer.from(value) : value

export interface ServerBackup extends BackupOptions {
  readonly from: ServerAddress
  /** Path of the backup. */
  readonly to: string
  readonly migrations: readonly Migration[]
}

/** Copies a snapshot of the rows and verifies the copy. @throws {OperatorError} if server or file can't be used */
export const backUpServer = ({ from, to, migrations, replaces = false, ...options }: ServerBackup): Promise<void> =>
  withServer(from, async (client, host) => {
    let copy: string | null = null
    while (copy === null) {
      const version = await serverVersion(client)
      if (version === 0) throw new OperatorError(`${host} has no tables of this program: there is nothing to copy.`)
      if (version > migrations.length) throw new NewerSchemaError(version, migrations.length)
      // null if another process has changed the schema
      copy = await copyServer(client, { to: `${to}.new`, version, migrations, ...options })
    }
    try {
      nameBackup(copy, to, { replaces })
    } finally {
      removeDatabase(copy)
    }
  })
