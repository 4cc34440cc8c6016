import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { meta } from '#drizzle/schema.ts'
import { freshDatabase } from '../../../tests/helpers/database.ts'
import type { FileDatabase } from '../open.ts'

const NESTED = 'inside one of its own transactions'
let db: FileDatabase
beforeEach(() => {
  db = freshDatabase()
})
afterEach(() => db.close())

const put = (key: string, to = db) => to.query((orm) => orm.insert(meta).values({ key, value: 'x' }).run())
const keys = async () => (await db.query((orm) => orm.select({ key: meta.key }).from(meta).all())).map(({ key }) => key)

it('a transaction that awaits a statement outside the transaction rejects', async () => {
  const nested = db.transaction(async (orm) => {
    await orm.insert(meta).values({ key: 'first', value: 'x' }).run()
    await put('second')
  })
  await expect(nested).rejects.toThrow(NESTED)
  expect(await keys()).not.toContain('first')
})

it('a transaction started inside another transaction after a pause rejects', async () => {
  const nested = db.transaction(async () => {
    await wait(1)
    await db.transaction(async () => 1)
  })
  await expect(nested).rejects.toThrow(NESTED)
})

it('work started by a transaction may write after that transaction has ended', async () => {
  let later: Promise<unknown> = Promise.resolve()
  const { promise, resolve: begin } = Promise.withResolvers<void>()
  const first = db.transaction(async () => {
    later = promise.then(() => put('later')) // runs after the transaction, in its async context
  })
  await Promise.all([first, db.transaction(async () => 2), put('beside')])
  begin()
  await later
  expect(await keys()).toEqual(expect.arrayContaining(['later', 'beside']))
})

it('a transaction may write to another database file', async () => {
  const other = freshDatabase()
  await db.transaction(async () => put('there', other))
  const written = other.orm.select().from(meta).all()
  expect(written.map(({ key }) => key)).toContain('there')
  other.close()
})
