/** Tests changes that other programs might make to the open database file. */
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { meta } from '#drizzle/schema.ts'
import { MIGRATIONS } from '../../../tests/helpers/database.ts'
import { makeFolder } from '../../../tests/helpers/folders.ts'
import { backUp } from '../backups/backup.ts'
import { type FileDatabase, openDatabase } from '../open.ts'

const MANY = 300

let folder: string
let file: string
let db: FileDatabase
const open = (): FileDatabase => openDatabase({ file, migrations: MIGRATIONS })
const value = 'x'.repeat(200)
const put = (key: string) => db.query((orm) => orm.insert(meta).values({ key, value }).run())

/** Creates a database with some rows in the file and other rows only in the write-ahead log. */
beforeEach(async () => {
  folder = makeFolder()
  file = join(folder, 'midground.db')
  db = open()
  for (let n = 0; n < MANY; n++) await put(`old-${n}`)
  db.close()
  db = open()
  for (let n = 0; n < MANY; n++) await put(`new-${n}`)
})
afterEach(() => db.close())

const byAnother = (statements: string): void => {
  const other = new Sqlite(file)
  other.exec(statements)
  other.close()
}
const size = (): number => statSync(file).size
/** Overwrites the file in place, as `cp` and `>` do. */
const writeOver = (bytes: Buffer | string): void => writeFileSync(file, bytes)

const LOSSES: Record<string, () => void> = {
  deleted: () => rmSync(file),
  'replaced by a copy': () => {
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
  },
  emptied: () => truncateSync(file, 0),
  'cut to its first page': () => truncateSync(file, 4096),
  'cut in half': () => truncateSync(file, Math.floor(size() / 8192) * 4096),
  'written over with text': () => writeOver('no database\n'.repeat(size() / 12)),
  'written over with zeros': () => writeOver(Buffer.alloc(size())),
  'written over with its own backup': () => {
    backUp(file, join(folder, 'copy.db'), MIGRATIONS)
    writeOver(readFileSync(join(folder, 'copy.db')))
  },
  'without its log': () => rmSync(`${file}-wal`),
  'without a table': () => byAnother('pragma foreign_keys = off; drop table users'),
  'without its schema version': () => byAnother('create table x (y); drop table x; pragma user_version = 0'),
}

it.each(Object.keys(LOSSES))("the probe reports 'gone' if the database file is %s", async (what) => {
  expect(await db.probe()).toBeNull()
  LOSSES[what]?.()
  expect(await db.probe()).toBe('gone')
  await expect(put('later')).rejects.toMatchObject({ failure: 'gone' })
  await expect(db.transaction(async () => undefined)).rejects.toMatchObject({ failure: 'gone' })
})

it.each(['deleted', 'emptied', 'written over with text', 'without its log'])(
  'writing fails even without a probe if the database file is %s',
  async (what) => {
    LOSSES[what]?.()
    await wait(2) // the check runs at most once per ms
    await expect(put('later')).rejects.toMatchObject({ failure: 'gone' })
  },
)

it('writing works again after the database file has been moved away and back', async () => {
  renameSync(file, `${file}.aside`)
  expect(await db.probe()).toBe('gone')
  renameSync(`${file}.aside`, file)
  expect(await db.probe()).toBeNull()
  await expect(put('later')).resolves.toBeDefined()
})

describe('changes that the database tolerates', () => {
  it('the probe accepts a checkpoint, VACUUM or newer schema by another process', async () => {
    let step = 0
    for (const statements of [
      'pragma wal_checkpoint(TRUNCATE)',
      "delete from meta where key like 'old-%'; vacuum; pragma wal_checkpoint(TRUNCATE)",
      `create table later (x text) strict; pragma user_version = ${MIGRATIONS.length + 1}`,
      'pragma wal_checkpoint(TRUNCATE)',
    ]) {
      byAnother(statements)
      await expect(put(`after ${++step}`)).resolves.toBeDefined()
      expect([statements, await db.probe()]).toEqual([statements, null])
    }
  })

  it('the probe accepts a growing database file', async () => {
    for (let n = 0; n < 5; n++) {
      for (let row = 0; row < MANY; row++) await put(`grown-${n}-${row}`)
      byAnother('pragma wal_checkpoint(PASSIVE)')
      expect(await db.probe()).toBeNull()
    }
  })
})

it('close() renames the write-ahead log if the database file has been overwritten', () => {
  writeOver('no database\n'.repeat(2000))
  const before = readFileSync(file)
  db.close()
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folder)).toContain('midground.db.lost-wal')
  expect(readdirSync(folder)).not.toContain('midground.db-wal')
  rmSync(file)
})

it("another process that opens and closes the file does not release the server's locks", async () => {
  const other = open()
  other.close()
  const outsider = new Sqlite(file, { timeout: 0 })
  db.orm.run('begin immediate')
  expect(() => outsider.exec('begin immediate')).toThrow('locked')
  db.orm.run('rollback')
  outsider.close()
  // the other process did not delete the log when it closed the file
  expect(readdirSync(folder)).toContain('midground.db-wal')
  expect(await db.probe()).toBeNull()
})
