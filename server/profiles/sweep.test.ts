import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { usage } from '#drizzle/schema.ts'
import type { FileDatabase } from '#server/db/open.ts'
import { freshDatabase } from '../../tests/helpers/database.ts'
import { sweepUsage } from './sweep.ts'

const DAY = 86_400
const NOW = 2_000_000_000
const OLD = 2500

let db: FileDatabase
beforeEach(() => {
  db = freshDatabase()
  for (const id of ['anna', 'bert'])
    db.orm.run(sql`insert into users (id, email, email_key, password_hash, created_at)
      values (${id}, ${`${id}@example.org`}, ${`${id}@example.org`}, 'x', 0)`)
  db.orm.run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${OLD})
    insert into usage (user_id, kind, key, charged, state, answer, created_at)
    select iif(i % 2, 'anna', 'bert'), iif(i % 3, 'image', 'download'), 'old-' || printf('%08d', i), 0, 'done', 1, ${NOW - 401 * DAY}
    from n`)
  for (const [userId, key] of [
    ['anna', 'a-first-of-all'],
    ['anna', 'old-00000100-and-new'],
    ['bert', 'zz-the-last'],
  ] as const)
    db.orm
      .insert(usage)
      .values({ userId, kind: 'image', key, charged: 0, state: 'done', answer: 1, createdAt: NOW - 399 * DAY })
      .run()
})
afterEach(() => db.close())

const keys = () => db.orm.select({ key: usage.key }).from(usage).all()
const needs = (pause: () => Promise<void>) => ({ db, now: () => NOW * 1000, pause })

it('sweepUsage deletes only usage rows older than 400 days', async () => {
  let pauses = 0
  expect(await sweepUsage(needs(async () => void pauses++))).toBe(OLD)
  expect(keys().map(({ key }) => key)).toEqual(['a-first-of-all', 'old-00000100-and-new', 'zz-the-last'])
  expect(pauses).toBe(2) // a pause between two pages lets other transactions run
  expect(await sweepUsage(needs(async () => undefined))).toBe(0)
})

it('sweepUsage stops after its current page of rows when aborted', async () => {
  const stop = new AbortController()
  const stopping = needs(async () => stop.abort())
  expect(await sweepUsage(stopping, stop.signal)).toBeLessThan(OLD)
  expect(keys().length).toBeGreaterThan(3)
})
