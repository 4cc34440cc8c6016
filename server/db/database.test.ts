import { lt, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { rateLimits } from '#drizzle/schema.ts'
import { freshDatabase } from '../../tests/helpers/database.ts'
import { deleteInSteps } from './database.ts'

it('deleteInSteps deletes only expired rows and lets other work run between steps', async () => {
  const db = freshDatabase()
  db.orm.run(sql`insert into rate_limits (key, hits, reset_at_ms)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 1799) select 'key' || i, 1, i from n`)
  let turns = 0
  let isOver = false
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const gone = await deleteInSteps(db, rateLimits, lt(rateLimits.resetAtMs, 1700))
  isOver = true
  expect([gone, db.orm.select().from(rateLimits).all().length]).toEqual([1700, 100])
  expect(turns).toBeGreaterThanOrEqual(3)
  db.close()
})
