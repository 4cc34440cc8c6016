/**
 * Copies the rows of a database file to a libSQL server, and compares the copy with the file. Can resume an interrupted
 * copy.
 */
import { createHash } from 'node:crypto'
import type { Client, InStatement } from '@libsql/client/http'
import Sqlite from 'better-sqlite3'
import { verify } from '#server/db/backups/backup.ts'
import { OperatorError } from '#server/db/failure.ts'
import { bindingOf, type SqliteBinding } from '#server/db/file/lock.ts'
import { type Migration, schemaAt } from '#server/db/migrate.ts'
import { type ServerAddress, withServer } from './client.ts'
import { REBUILT } from './copy.ts'
import { isFilledByTriggers, PAGE, pagesOf, quoted, rowsOf, type Table, tablesOf, type Value } from './table-rows.ts'

export interface MoveOptions extends SqliteBinding {
  readonly from: string
  readonly migrations: readonly Migration[]
  readonly to: ServerAddress
  /** Prints one line of progress per table. */
  readonly print: (line: string) => void
}

/**
 * Copies the rows of the file `from` to the libSQL server `to`, whose tables must exist. Preserves the server's rows,
 * except in tables that triggers fill. Returns the number of written rows. @throws {OperatorError} if the file or the
 * server can't be used, or if their rows differ at the end
 */
export const moveToServer = (options: MoveOptions): Promise<number> =>
  withServer(options.to, async (client, host) => {
    const { from, migrations, print } = options
    verify(from, migrations, options)
    return withSnapshot(options, async (sqlite) => {
      const version = Number(sqlite.pragma('user_version', { simple: true }))
      const schema = schemaAt(migrations.slice(0, version), options)
      const tables = tablesOf(sqlite, schema).filter(({ name }) => !REBUILT.has(name))
      let moved = 0
      for (const table of tables) {
        const written = await copyTable(sqlite, client, table)
        moved += written
        print(`${table.name.padEnd(20)} ${written} rows`)
      }
      for (const table of tables) {
        const [mine, theirs] = await Promise.all([
          digestOf(pagesOfFile(sqlite, table)),
          digestOf(pagesOf(client, table)),
        ])
        if (mine.hash !== theirs.hash)
          throw new OperatorError(
            `${table.name} differs: ${mine.rows} rows in the file, ${theirs.rows} at ${host}. Was the server of the file stopped, and the libSQL server empty?`,
          )
      }
      return moved
    })
  })

/** Calls `work` with a snapshot of the file, which other processes may change at the same time. */
async function withSnapshot<T>(
  { from, ...options }: MoveOptions,
  work: (sqlite: Sqlite.Database) => Promise<T>,
): Promise<T> {
  const sqlite = new Sqlite(from, { ...bindingOf(options), readonly: true, fileMustExist: true })
  try {
    sqlite.exec('begin')
    return await work(sqlite)
  } finally {
    sqlite.close()
  }
}

/** Copies the rows after the server's last row, in the order of the primary key. Returns the number of written rows. */
async function copyTable(sqlite: Sqlite.Database, client: Client, table: Table): Promise<number> {
  const { name, columns, key, where } = table
  if (isFilledByTriggers(name)) await client.execute(`delete from "${name}"`)
  const descending = key.map((column) => `"${column}" desc`).join(', ')
  const last = await client.execute(
    `select ${quoted(key)} from "${name}" where ${where} order by ${descending} limit 1`,
  )
  const after = last.rows[0] ? key.map((_, index) => last.rows[0]?.[index] as Value) : null
  const sql = `insert into "${name}" (${quoted(columns)}) values (${columns.map(() => '?').join(', ')}) on conflict do nothing`
  let written = 0
  let page: InStatement[] = []
  const flush = async () => {
    if (page.length > 0) await client.batch(page, 'write')
    written += page.length
    page = []
  }
  const rows = sqlite
    .prepare(rowsOf(table, after))
    .raw()
    .iterate(...(after ?? []))
  for (const row of rows as Iterable<Value[]>) {
    page.push({ sql, args: row })
    if (page.length === PAGE) await flush()
  }
  await flush()
  return written
}

/** Returns the number of rows, and the SHA-256 of their values in order. */
async function digestOf(pages: AsyncIterable<Value[][]> | Iterable<Value[][]>) {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of pages)
    for (const row of page) {
      rows += 1
      hash.update(JSON.stringify(row.map(comparable)))
    }
  return { rows, hash: hash.digest('hex') }
}

function* pagesOfFile(sqlite: Sqlite.Database, table: Table): Generator<Value[][]> {
  for (const row of sqlite.prepare(rowsOf(table, null)).raw().iterate()) yield [row as Value[]]
}

/** Converts a value to a form that is equal for both drivers. */
function comparable(value: Value): string | number | null {
  if (value instanceof ArrayBuffer || Buffer.isBuffer(value)) return Buffer.from(value as Buffer).toString('base64')
  return typeof value === 'bigint' ? Number(value) : value
}
