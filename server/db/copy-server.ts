/** Copies the rows of a libSQL server into a database file, as they are before a migration. */
import { renameSync, rmSync } from 'node:fs'
import type { Client } from '@libsql/client/http'
import Sqlite from 'better-sqlite3'
import { mustBeWritable } from './access.ts'
import { COMPANIONS, verify } from './backup.ts'
import { bindingOf, type SqliteBinding } from './lock.ts'
import { freshName, type Migration } from './migrate.ts'
import { isFilledByTriggers, pagesOf, quoted, tablesOf, type Value } from './table-rows.ts'

/** The parameters of a copy of a libSQL server's rows. */
export interface ServerCopy extends SqliteBinding {
  /** Path of the copy; another name is taken if a file is there. */
  readonly to: string
  /** Schema version of the server. */
  readonly version: number
  readonly migrations: readonly Migration[]
}

/** Files of the built client: each machine stores them again, and they are large. */
const REBUILT = new Set(['client_files', 'client_versions'])

/**
 * Writes a file with the server's schema version and rows, from one snapshot, while others write. Returns its path; null
 * if the server has another version by now. An old program opens the file, and `move` brings it to an empty server.
 * @throws {OperatorError} if the file cannot be written.
 */
export async function copyServer(client: Client, copy: ServerCopy): Promise<string | null> {
  const { to, version, migrations, ...options } = copy
  mustBeWritable(to)
  const part = `${to}.part`
  const clear = () => {
    for (const end of ['', ...COMPANIONS]) rmSync(`${part}${end}`, { force: true })
  }
  clear()
  try {
    if (!(await copyRows(client, part, copy))) {
      clear()
      return null
    }
    verify(part, migrations, options)
  } catch (error) {
    clear()
    throw error
  }
  const name = freshName(to)
  renameSync(part, name)
  return name
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
    for (const table of tablesOf(sqlite).filter(({ name }) => !REBUILT.has(name))) {
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
