import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { restore } from './backups/restore.ts'
import { type Migration, NewerSchemaError } from './migrate.ts'
import { openDatabase } from './open.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = makeFolder()
  file = join(folder, 'test.db')
})

const first = { name: '0001_first', sql: 'create table a (x integer) strict; insert into a values (1);' }
const second = { name: '0002_second', sql: 'create table b (x integer) strict; insert into b select x from a;' }
const broken = { name: '0002_broken', sql: 'create table b (x integer) strict; insert into nowhere values (1);' }

it('a migration copies the older database file before changing the schema', () => {
  const copy = join(folder, 'before.db')
  const backupTo = () => copy
  openDatabase({ file, migrations: [first], backupTo }).close()
  expect(existsSync(copy)).toBe(false) // a new file doesn't need a copy

  const db = openDatabase({ file, migrations: [first, second], backupTo })
  expect(db.orm.all(sql`select x from b`)).toEqual([{ x: 1 }])
  db.close()
  const old = openDatabase({ file: copy, migrations: [first] })
  expect(old.orm.all(sql`select x from a`)).toEqual([{ x: 1 }])
  old.close()
})

it('the migration rejects the database file of a newer program', () => {
  openDatabase({ file, migrations: [first, second] }).close()
  expect(() => openDatabase({ file, migrations: [first] })).toThrow(NewerSchemaError)
})

it("a failed migration doesn't change the schema or leave a copy of the database", () => {
  openDatabase({ file, migrations: [first] }).close()
  const backupTo = () => join(folder, 'before.db')
  for (let i = 0; i < 3; i++)
    expect(() => openDatabase({ file, migrations: [first, broken], backupTo })).toThrow('nowhere')
  expect(readdirSync(folder).filter((name) => name.startsWith('before'))).toEqual([])
  const db = openDatabase({ file, migrations: [first] })
  expect(db.orm.all(sql`select name from sqlite_schema where type = 'table'`)).toEqual([{ name: 'a' }])
  db.close()
})

it('the migration rejects a database file of the newest version with a missing table', () => {
  const db = openDatabase({ file, migrations: [first, second] })
  db.orm.run(sql`drop table b`)
  db.close()
  expect(() => openDatabase({ file, migrations: [first, second] })).toThrow('its table b is missing or differs')
})

it('the migration rejects a list of migrations in the wrong order', () => {
  expect(() => openDatabase({ file, migrations: [second] })).toThrow('not number 1')
})

it("repeating an upgrade doesn't overwrite the copy made by the first upgrade", () => {
  const copy = join(folder, 'before.db')
  const upgrade = () => openDatabase({ file, migrations: [first, second], backupTo: () => copy }).close()
  openDatabase({ file, migrations: [first] }).close()
  upgrade()
  restore(copy, file, [first], 'back')
  openDatabase({ file, migrations: [first] }).close()
  upgrade()
  expect(readdirSync(folder).filter((name) => name.startsWith('before'))).toEqual(['before-2.db', 'before.db'])
})

it("the previous version can't open a database after an incompatible migration", () => {
  const meta = { name: '0001_first', sql: 'create table meta (key text primary key, value text) strict;' }
  const adding = { name: '0002_adding', sql: '-- readable from 1\ncreate table b (x integer) strict;' }
  const changing = { name: '0003_changing', sql: 'drop table b;' }
  const addingMore = { name: '0004_more', sql: '-- readable from 1\ncreate table c (x integer) strict;' }
  const start = (...migrations: Migration[]) => openDatabase({ file, migrations }).close()

  start(meta, adding, changing)
  expect(() => start(meta)).toThrow(NewerSchemaError)
  start(meta, adding, changing, addingMore)
  expect(() => start(meta, adding)).toThrow(NewerSchemaError)
  start(meta, adding, changing)
})
