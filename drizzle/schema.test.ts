import { sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../tests/helpers/database.ts'
import * as schema from './schema.ts'

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
  dflt_value: string | null
}

const db = freshDatabase()
const tables: [string, SQLiteTable][] = Object.values(schema).map((table) => [getTableConfig(table).name, table])

describe.each(tables)('the table %s', (name, table) => {
  const config = getTableConfig(table)

  it("the table has the schema's columns, types, constraints and default values", () => {
    const rows = db.orm.all<Column>(sql`select name, type, "notnull", pk, dflt_value from pragma_table_info(${name})`)
    const found = rows.map(({ name, type, notnull, pk, dflt_value: value }) => ({
      name,
      type,
      required: notnull === 1,
      key: pk > 0,
      value,
    }))
    const compositeKey = config.primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
    const wanted = config.columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      required: column.notNull || column.primary,
      key: column.primary || compositeKey.includes(column.name),
      value: column.default === undefined ? null : String(Number(column.default)),
    }))
    expect(found).toEqual(wanted)
  })

  it('the table is an SQLite STRICT table', () => {
    expect(db.orm.get(sql`select strict from pragma_table_list where name = ${name}`)).toEqual({ strict: 1 })
  })

  it("the table has the schema's indexes and foreign keys", () => {
    const indexes = db.orm.all<{ name: string }>(sql`select name from pragma_index_list(${name}) where origin = 'c'`)
    expect(indexes.map((index) => index.name).sort()).toEqual(config.indexes.map((index) => index.config.name).sort())
    const keys = db.orm.all<{ table: string; from: string; on_delete: string }>(
      sql`select "table", "from", on_delete from pragma_foreign_key_list(${name})`,
    )
    const wanted = config.foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference()
      return {
        table: getTableConfig(foreignTable).name,
        from: columns[0]?.name,
        on_delete: key.onDelete?.toUpperCase(),
      }
    })
    expect(keys).toEqual(wanted)
  })
})

it("the migrations don't create a table outside the schema", () => {
  const found = db.orm.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
  )
  expect(found.map(({ name }) => name)).toEqual(tables.map(([name]) => name).sort())
})

it.each([
  ['a negative number of credits', sql`update profiles set download_credits = -1`],
  ['a value of paid other than 0 and 1', sql`update profiles set paid = 2`],
  ['text in a number column', sql`update profiles set images_generated = 'many'`],
  ['a profile without a user', sql`insert into profiles (id) values ('nobody')`],
])('the database rejects %s', (_what, statement) => {
  db.orm.run(
    sql`insert or ignore into users (id, email, email_key, password_hash, created_at) values ('u', 'a@b.cc', 'a@b.cc', 'hash', 0)`,
  )
  db.orm.run(sql`insert or ignore into profiles (id) values ('u')`)
  expect(() => db.orm.run(statement)).toThrow()
})
