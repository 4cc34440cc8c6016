import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
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

  it('restoring a backup succeeds although an earlier restore left unfinished files', () => {
    bringBack()
    writeFileSync(`${file}.part`, 'left over')
    writeFileSync(`${file}.part-journal`, 'left over')
    restore(copy, file, MIGRATIONS, 'later')
    expect(facts()).toEqual(['before'])
  })
})

describe('a restore of an unsuitable file', () => {
  it('restoring a file of another program is rejected even if the file has the right version number', () => {
    const other = new Sqlite(join(folder, 'other.db'))
    other.exec('create table facts (y integer); pragma user_version = 1')
    other.close()
    expect(() => restore(join(folder, 'other.db'), file, MIGRATIONS, 'then')).toThrow('isn’t a Midground database')
    expect(facts()).toEqual(['before', 'after'])
  })

  it('restoring a damaged backup is rejected', () => {
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
