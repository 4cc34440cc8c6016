/** Tests that a process runs one transaction at a time on a libSQL server. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { profiles, users } from '#drizzle/schema.ts'
import type { Database } from '#server/db/database.ts'
import { ENGINES, type Engine } from './engines.ts'
import { open } from './open.ts'

const libsql = ENGINES.find(({ name }) => name === 'libsql')!
const TRANSACTIONS = 8

describe.skipIf(!libsql.isThere)('one process on a libSQL server', () => {
  let engine: Engine
  let db: Database
  beforeAll(async () => {
    engine = await libsql.start()
    db = await open(engine.url)
    const anna = { id: 'anna', email: 'a@b.cc', emailKey: 'a@b.cc', passwordHash: 'x', createdAt: 0 }
    await db.query((orm) => orm.insert(users).values(anna).run())
    await db.query((orm) => orm.insert(profiles).values({ id: 'anna', downloadCredits: 0 }).run())
  })
  afterAll(async () => {
    db.close()
    await engine.stop()
  })

  const addOne = () =>
    db.transaction(async (orm) => {
      const row = await orm.select().from(profiles).get()
      const downloadCredits = (row?.downloadCredits ?? 0) + 1
      await orm.update(profiles).set({ downloadCredits }).run()
    })

  it('a transaction on libSQL starts after the end of the previous transaction', async () => {
    const said: ('begin' | 'end')[] = []
    const ask = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const text = input instanceof Request ? await input.clone().text() : ''
      if (text.includes('BEGIN IMMEDIATE')) said.push('begin')
      const answer = await ask(input, init)
      if (text.includes('COMMIT')) said.push('end')
      return answer
    })
    await Promise.all(Array.from({ length: TRANSACTIONS }, addOne))
    expect(said).toEqual(Array.from({ length: TRANSACTIONS }, () => ['begin', 'end']).flat())
    const row = await db.query((orm) => orm.select().from(profiles).get())
    expect(row?.downloadCredits).toBe(TRANSACTIONS)
  })
})
