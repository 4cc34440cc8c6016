import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { meta } from '#drizzle/schema.ts'
import { MIGRATIONS } from '../../tests/helpers/database.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { StorageError } from './failure.ts'
import { type FileDatabase, openDatabase } from './open.ts'

let folder = ''
let file = ''
let db: FileDatabase
beforeEach(() => {
  folder = makeFolder()
  file = join(folder, 'test.db')
  db = openDatabase({ file, migrations: MIGRATIONS })
})
afterEach(() => db.close())

const write = (to: FileDatabase, key: string) => to.query((orm) => orm.insert(meta).values({ key, value: 'x' }).run())
const keys = async () => (await db.query((orm) => orm.select({ key: meta.key }).from(meta).all())).map(({ key }) => key)

it("writes wait for another process's lock in order, without blocking the event loop", async () => {
  const other = openDatabase({ file, migrations: MIGRATIONS })
  other.orm.run(sql`begin immediate`)
  const writes = ['a', 'b', 'c'].map((key) => write(db, key))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let turn = 0; turn < 200; turn++) await setImmediate() // the event loop runs while the writes wait
  expect(await keys()).not.toContain('a') // reads still succeed
  other.orm.run(sql`commit`)
  await Promise.all(writes)
  delay.disable()
  expect((await keys()).filter((key) => 'abc'.includes(key))).toEqual(['a', 'b', 'c'])
  other.close()
})

it("a write that times out while waiting for the lock doesn't block later writes", async () => {
  db.close()
  db = openDatabase({ file, migrations: MIGRATIONS, patience: { patienceMs: 20 } })
  const other = openDatabase({ file, migrations: MIGRATIONS })
  other.orm.run(sql`begin immediate`)
  await expect(write(db, 'a')).rejects.toMatchObject({ name: 'StorageError', failure: 'locked' })
  expect(await db.probe()).toBe('locked')
  other.orm.run(sql`rollback`)
  await write(db, 'b')
  await expect.poll(() => db.probe()).toBeNull()
  other.close()
})

it("a failed transaction doesn't affect the other transactions of the same commit", async () => {
  const put = (key: string) =>
    db.transaction(async (orm) => {
      await orm.insert(meta).values({ key, value: 'x' }).run()
      if (key === 'broken') throw new Error(key)
      return key
    })
  const answers = await Promise.allSettled(['a', 'broken', 'c'].map(put))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await keys()).filter((key) => ['a', 'broken', 'c'].includes(key))).toEqual(['a', 'c'])
})

it("a statement outside a transaction doesn't become part of an open transaction", async () => {
  const inserted = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  const broken = db.transaction(async (orm) => {
    await orm.insert(meta).values({ key: 'uncommitted', value: 'x' }).run()
    inserted.resolve()
    await requested.promise
    await orm.insert(meta).values({ key: 'second', value: 'x' }).run()
    throw new Error('rolled back')
  })
  await inserted.promise
  const others = Promise.all([keys(), write(db, 'other')])
  requested.resolve()
  await expect(broken).rejects.toThrow('rolled back')
  const [seen] = await others
  expect(seen).not.toContain('uncommitted')
  expect((await keys()).filter((key) => ['uncommitted', 'second', 'other'].includes(key))).toEqual(['other'])
})

it('on a full disk, only writes fail, until space is available', async () => {
  const { n } = db.orm.get<{ n: number }>(sql`select page_count as n from pragma_page_count`)
  db.orm.run(sql.raw(`pragma max_page_count = ${n}`))
  let refusal: unknown
  for (let i = 0; !refusal; i++) await write(db, `filler-${i}-${'x'.repeat(500)}`).catch((error) => (refusal = error))
  expect(refusal).toBeInstanceOf(StorageError)
  expect(refusal).toMatchObject({ failure: 'full', message: 'The disk is full.' })
  expect((await keys()).length).toBeGreaterThan(0)
  const half = db.transaction(async (orm) => {
    await orm.delete(meta).run()
    await orm.run(sql`insert into meta values ('big', hex(zeroblob(100000)))`)
  })
  await expect(half).rejects.toMatchObject({ failure: 'full' })
  expect((await keys()).length).toBeGreaterThan(1) // the failed transaction deleted no rows
  db.orm.run(sql.raw('pragma max_page_count = 1000000'))
  await write(db, 'room')
})

it('the database probe reports a damaged page', async () => {
  for (let i = 0; i < 200; i++) await write(db, `row-${i}-${'x'.repeat(500)}`)
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xff, bytes.length - 40_960)
  writeFileSync(file, bytes)
  db = openDatabase({ file, migrations: MIGRATIONS })
  await expect(keys()).rejects.toMatchObject({ failure: 'damaged' })
  expect(await db.probe()).toBe('damaged')
})

it("a database that can't be opened raises an error with the file's path", () => {
  const open = (at: string) => () => openDatabase({ file: at, migrations: MIGRATIONS })
  writeFileSync(join(folder, 'plain'), 'x'.repeat(9000))
  expect(open(join(folder, 'plain'))).toThrow(`${join(folder, 'plain')}: The database is damaged: stop the server`)
  expect(open(join(folder, 'plain', 'test.db'))).toThrow('a part of it is a file. See DATA_DIR.')
})
