import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { emailChanges, knownBrowsers, outbox, sessions, tokens, users } from '#drizzle/schema.ts'
import { freshDatabase, MIGRATIONS as REAL_MIGRATIONS } from '../../../tests/helpers/database.ts'
import { makeFolder } from '../../../tests/helpers/folders.ts'
import { type FileDatabase, openDatabase } from '../open.ts'
import { backUp, verify } from './backup.ts'
import { restore } from './restore.ts'

const MIGRATIONS = [{ name: '0001_first', sql: 'create table facts (x text) strict;' }]
let folder = ''
let file = ''
let copy = ''
beforeEach(() => {
  folder = makeFolder()
  file = join(folder, 'test.db')
  copy = join(folder, 'copy.db')
  const db = open()
  say(db, 'before')
  backUp(file, copy, MIGRATIONS)
  say(db, 'after')
  db.close()
})

const open = () => openDatabase({ file, migrations: MIGRATIONS })
const say = (db: FileDatabase, x: string) => void db.orm.run(sql`insert into facts values (${x})`)
const facts = (path = file) => {
  const db = openDatabase({ file: path, migrations: MIGRATIONS })
  const found = db.orm.all<{ x: string }>(sql`select x from facts`).map(({ x }) => x)
  db.close()
  return found
}
const bringBack = () => restore(copy, file, MIGRATIONS, 'then')

/** Leaves files as a killed server does: some rows are only in the write-ahead log. */
function leaveLog(): void {
  const db = open()
  say(db, 'in the log')
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, join(folder, `left${end}`))
  db.close()
  for (const end of ['', '-wal']) renameSync(join(folder, `left${end}`), `${file}${end}`)
}

describe('a restore of the database', () => {
  it('restoring a backup renames the previous database with the write-ahead log of a killed server', () => {
    leaveLog()
    expect(bringBack()).toBe(`${file}.before-then`)
    expect(facts()).toEqual(['before'])
    expect(facts(`${file}.before-then`)).toEqual(['before', 'after', 'in the log'])
  })

  it("restoring a backup doesn't apply the write-ahead log of the previous database", () => {
    leaveLog()
    renameSync(file, join(folder, 'aside.db'))
    bringBack()
    expect(facts()).toEqual(['before'])
    expect(existsSync(`${file}.before-then-wal`)).toBe(true)
  })

  it.each([
    ['at its head', 0],
    ['in its middle', 4096],
  ])('restoring a backup replaces a database that is damaged %s', (_where, at) => {
    const bytes = readFileSync(file)
    bytes.fill(0xff, at, at + 4000)
    writeFileSync(file, bytes)
    expect(bringBack()).toBe(`${file}.before-then`)
    expect(facts()).toEqual(['before'])
    expect(readFileSync(`${file}.before-then`).subarray(4096).equals(bytes.subarray(4096))).toBe(true)
  })

  it.each(['intact', 'damaged'])('restoring a backup is rejected while a process has the %s database open', (state) => {
    const db = open()
    if (state === 'damaged') writeFileSync(file, Buffer.alloc(9000, 1))
    const before = readFileSync(file)
    expect(bringBack).toThrow('in use')
    expect(readFileSync(file).equals(before)).toBe(true)
    try {
      db.close()
    } catch {
      // the test damaged this copy on purpose
    }
  })

  it('restoring a backup is rejected while another program, such as litestream, has the database open', () => {
    const other = new Sqlite(file)
    other.exec('pragma journal_mode = WAL; begin; select * from facts')
    expect(bringBack).toThrow('Another program has the database open')
    other.close()
    expect(bringBack()).toBe(`${file}.before-then`)
  })

  it('the next start completes a restore that was killed in its last steps', () => {
    copyFileSync(copy, `${file}.ready-then`)
    renameSync(file, `${file}.before-then`)
    expect(facts()).toEqual(['before'])
    expect(facts(`${file}.before-then`)).toEqual(['before', 'after'])
  })

  it('restore works even if an earlier restore left unfinished files', () => {
    bringBack()
    writeFileSync(`${file}.part`, 'left over')
    writeFileSync(`${file}.part-journal`, 'left over')
    restore(copy, file, MIGRATIONS, 'later')
    expect(facts()).toEqual(['before'])
  })
})

it('a restore deletes the sessions, links and unsent emails of the backup', () => {
  const saved = join(folder, 'accounts.db')
  const db = freshDatabase(saved)
  const [userId, email, expiresAt] = ['ada', 'ada@example.org', 2_000_000_000]
  const mail = { to: email, template: 'password-changed', data: '{}', nextAt: 1 }
  db.orm.insert(users).values({ id: userId, email, emailKey: email, passwordHash: 'x', createdAt: 1 }).run()
  db.orm
    .insert(sessions)
    .values({ idHash: '1'.repeat(64), userId, createdAt: 1, expiresAt })
    .run()
  db.orm
    .insert(knownBrowsers)
    .values({ idHash: '2'.repeat(64), userId, createdAt: 1 })
    .run()
  db.orm
    .insert(tokens)
    .values({ hash: '3'.repeat(64), kind: 'reset_password', userId, expiresAt })
    .run()
  db.orm.insert(emailChanges).values({ userId, email: 'other@example.org', expiresAt }).run()
  for (const set of [{ id: 'sent', sentAt: 1 }, { id: 'failed', failedAt: 1 }, { id: 'waiting' }])
    db.orm
      .insert(outbox)
      .values({ ...mail, ...set })
      .run()
  db.close()
  const restored = join(folder, 'restored.db')
  expect(restore(saved, restored, REAL_MIGRATIONS, 'then')).toBe(null)
  const { orm, close } = openDatabase({ file: restored, migrations: REAL_MIGRATIONS })
  for (const table of [sessions, knownBrowsers, tokens, emailChanges])
    expect(orm.select().from(table).all()).toEqual([])
  expect(orm.select({ id: outbox.id }).from(outbox).orderBy(outbox.id).all()).toEqual([
    { id: 'failed' },
    { id: 'sent' },
  ])
  expect(orm.select({ id: users.id }).from(users).all()).toEqual([{ id: userId }])
  close()
})

describe('a restore of an unsuitable file', () => {
  it('restore rejects a file of another program even if the file has the right version number', () => {
    const other = new Sqlite(join(folder, 'other.db'))
    other.exec('create table facts (y integer); pragma user_version = 1')
    other.close()
    expect(() => restore(join(folder, 'other.db'), file, MIGRATIONS, 'then')).toThrow('isn’t a Midground database')
    expect(facts()).toEqual(['before', 'after'])
  })

  it('restore rejects a damaged backup', () => {
    const bytes = readFileSync(copy)
    bytes.fill(0xff, 4096, 8000)
    writeFileSync(copy, bytes)
    expect(() => verify(copy, MIGRATIONS)).toThrow('is damaged')
    expect(bringBack).toThrow('is damaged')
    expect(facts()).toEqual(['before', 'after'])
  })
})

describe("a backup to the database's own name", () => {
  const refused = (to: string) => {
    expect(() => backUp(file, to, MIGRATIONS)).toThrow('the database itself')
    expect(facts()).toEqual(['before', 'after'])
  }

  it("a backup can't overwrite the database or its log, whichever way the path is written", () => {
    for (const to of [file, join(folder, 'x', '..', 'test.db'), `${file}-wal`]) refused(to)
  })

  it.each([
    ['a symbolic link', symlinkSync],
    ['a hard link', linkSync],
  ])("a backup can't overwrite the database through %s", (_what, make) => {
    const alias = join(folder, 'alias.db')
    make(file, alias)
    refused(alias)
  })
})
