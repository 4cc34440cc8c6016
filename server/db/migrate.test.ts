import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NewerSchemaError } from './migrate.ts'
import { openDatabase } from './open.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'midground-migrate-'))
  file = join(folder, 'test.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const first = { name: '0001_first', sql: 'create table a (x integer) strict; insert into a values (1);' }
const second = { name: '0002_second', sql: 'create table b (x integer) strict; insert into b select x from a;' }
const broken = { name: '0002_broken', sql: 'create table b (x integer) strict; insert into nowhere values (1);' }

it('brings an older file to the newest schema and keeps a copy of it as it was', () => {
  const copy = join(folder, 'before.db')
  const backupTo = () => copy
  openDatabase({ file, migrations: [first], backupTo }).close()
  expect(existsSync(copy)).toBe(false) // nothing to save in a new file

  const db = openDatabase({ file, migrations: [first, second], backupTo })
  expect(db.orm.all(sql`select x from b`)).toEqual([{ x: 1 }])
  db.close()
  const old = openDatabase({ file: copy, migrations: [first] })
  expect(old.orm.all(sql`select x from a`)).toEqual([{ x: 1 }])
  old.close()
})

it('refuses a file from a newer program', () => {
  openDatabase({ file, migrations: [first, second] }).close()
  expect(() => openDatabase({ file, migrations: [first] })).toThrow(NewerSchemaError)
})

it('leaves the old schema untouched when a migration fails', () => {
  openDatabase({ file, migrations: [first] }).close()
  expect(() => openDatabase({ file, migrations: [first, broken] })).toThrow('nowhere')
  const db = openDatabase({ file, migrations: [first] })
  expect(db.orm.all(sql`select name from sqlite_schema where type = 'table'`)).toEqual([{ name: 'a' }])
  db.close()
})

it('refuses migrations that are out of order', () => {
  expect(() => openDatabase({ file: ':memory:', migrations: [second] })).toThrow('not number 1')
})

it('is one file again after closing', () => {
  openDatabase({ file, migrations: [first] }).close()
  expect([existsSync(`${file}-wal`), existsSync(file)]).toEqual([false, true])
})
