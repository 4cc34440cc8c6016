/** Reads the tables of a database file or a libSQL server row by row, to copy or compare them. */
import type { InStatement, ResultSet } from '@libsql/client/http'
import type Sqlite from 'better-sqlite3'

/** Number of rows per request. */
export const PAGE = 500
/** SQL condition that excludes rows of `meta` that differ between file and server by design. */
const OWN_META = "key not like 'schema\\_%' escape '\\' and key not in ('readable_from', 'last_probe')"

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns of the primary key. They determine the order of rows. */
  readonly key: readonly string[]
  /** SQL condition that selects the rows to read. */
  readonly where: string
}

/** A column's value as better-sqlite3 or @libsql/client returns it. */
export type Value = string | number | bigint | null | Buffer | ArrayBuffer

/**
 * Returns the tables of `schema`, which `schemaAt` returns: other programs, such as Litestream, may have added tables.
 * A table comes after the tables that it references, and the tables that triggers fill come last.
 * @throws if a table has no primary key
 */
export function tablesOf(sqlite: Sqlite.Database, schema: readonly string[]): Table[] {
  const names = schema.flatMap((part) => /^table (\S+)/.exec(part)?.[1] ?? [])
  const rankOf = (name: string) => (isFilledByTriggers(name) ? Number.POSITIVE_INFINITY : depthOf(sqlite, name))
  const ranks = new Map(names.map((name) => [name, rankOf(name)] as const))
  const order = (a: string, b: string) => (ranks.get(a) === ranks.get(b) ? a.localeCompare(b) : compare(ranks, a, b))
  return names.sort(order).map((name) => {
    const columns = sqlite.pragma(`table_info(${name})`) as { name: string; pk: number }[]
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    if (key.length === 0) throw new Error(`The table ${name} has no primary key.`)
    return {
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      where: name === 'meta' ? OWN_META : 'true',
    }
  })
}

const compare = (ranks: ReadonlyMap<string, number>, a: string, b: string): number =>
  (ranks.get(a) ?? 0) < (ranks.get(b) ?? 0) ? -1 : 1

/** Returns the length of the longest chain of foreign keys, for example 0 for `users` and 1 for `sessions`. */
function depthOf(sqlite: Sqlite.Database, name: string): number {
  const parents = sqlite.pragma(`foreign_key_list(${name})`) as { table: string }[]
  return Math.max(0, ...parents.filter(({ table }) => table !== name).map(({ table }) => 1 + depthOf(sqlite, table)))
}

/** Returns true for tables that only triggers of the database fill. */
export const isFilledByTriggers = (name: string): boolean => /^(trial_image_totals|file_deletions)$/.test(name)

/** Returns the names as SQL identifiers, separated by commas. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** Returns SQL that reads the rows in the order of the key: after the key values `after`, or all rows for null. */
export function rowsOf({ name, columns, key, where }: Table, after: readonly Value[] | null): string {
  const later = after === null ? 'true' : `(${quoted(key)}) > (${key.map(() => '?').join(', ')})`
  return `select ${quoted(columns)} from "${name}" where ${where} and ${later} order by ${quoted(key)}`
}

/** Yields a table's rows from a libSQL server, in pages. */
export async function* pagesOf(
  server: { execute(statement: InStatement): Promise<ResultSet> },
  table: Table,
): AsyncGenerator<Value[][]> {
  const places = table.key.map((column) => table.columns.indexOf(column))
  for (let after: Value[] | null = null; ; ) {
    const { rows }: ResultSet = await server.execute({
      sql: `${rowsOf(table, after)} limit ${PAGE}`,
      args: after ?? [],
    })
    const page = rows.map((row) => table.columns.map((_, index) => row[index] as Value))
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = places.map((place) => last[place] as Value)
  }
}
