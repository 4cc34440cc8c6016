import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { freshDatabase, MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { history, inParallel, live } from './histories.ts'

const RUNS = shortOrLong(40, 1000)

const folder = makeFolder()
let dbs: FileDatabase[]
beforeAll(() => {
  const file = join(folder, 'midground.db')
  dbs = [freshDatabase(file), ...[1, 2].map(() => openDatabase({ file, migrations: MIGRATIONS }))]
})
afterAll(() => {
  for (const db of dbs) db.close()
})

it(`the stored state equals Stripe’s after ${RUNS} histories with late, reordered and duplicate events`, async () => {
  const histories = fc.sample(history, { numRuns: RUNS, seed: 20_261_120 })
  const endings = await inParallel(24, histories, (one, i) => live(`user-${i}`, one, dbs))
  expect(endings.reduce((sum, { events }) => sum + events, 0)).toBeGreaterThan(RUNS * 5)
  expect(endings.filter(({ got }) => got.paid).length, 'paying customers').toBeGreaterThan(RUNS / 4)
  const wrong = endings
    .map((ending, i) => ({ history: histories[i], ...ending }))
    .filter(({ got, want }) => !isDeepStrictEqual(got, want))
  expect(wrong.slice(0, 1)).toEqual([]) // shows only the first failure
})
