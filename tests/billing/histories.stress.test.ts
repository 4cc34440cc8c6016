import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billing, profiles } from '#drizzle/schema.ts'
import type { BillingContext } from '#server/billing/context.ts'
import type { Subscription } from '#server/billing/sandbox/state.ts'
import { project } from '#server/billing/subscription.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { freshDatabase, MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { facts } from './customers.ts'
import { type Ending, type Handlers, type History, history, inParallel, live, ours } from './histories.ts'

const RUNS = shortOrLong(100, 1000)
const MUTANT_RUNS = 150

const folder = makeFolder()
let dbs: FileDatabase[]
beforeAll(() => {
  const file = join(folder, 'midground.db')
  dbs = [freshDatabase(file), ...[1, 2].map(() => openDatabase({ file, migrations: MIGRATIONS }))]
})
afterAll(() => {
  for (const db of dbs) db.close()
})

/** Returns the histories with a wrong result. */
async function wrongEnds(
  name: string,
  runs: number,
  handlers: Handlers,
): Promise<{ history: History; ending: Ending }[]> {
  const histories = fc.sample(history, { numRuns: runs, seed: 20_261_120 })
  const endings = await inParallel(24, histories, (one, i) => live(`${name}-${i}`, one, dbs, handlers))
  expect(endings.reduce((sum, { events }) => sum + events, 0)).toBeGreaterThan(runs * 5)
  return histories
    .map((one, i) => ({ history: one, ending: endings[i]! }))
    .filter(({ ending }) => JSON.stringify(ending.got) !== JSON.stringify(ending.want))
}

it(`${RUNS} histories of reordered, duplicated, failed and repeated events end with the provider’s state`, async () => {
  const wrong = await wrongEnds('ours', RUNS, ours)
  expect(wrong.slice(0, 1)).toEqual([]) // prints only the first failure
})

it('some histories end wrong without the generation guard', async () => {
  const unguarded = (context: BillingContext, db: FileDatabase): BillingContext => ({
    ...context,
    store: {
      ...context.store,
      async settle({ userId }, { paid, expiresAt, subscriptionId }) {
        db.orm.update(profiles).set({ paid, expiresAt, subscriptionId }).where(eq(profiles.id, userId)).run()
        return true
      },
    },
  })
  const wrong = await wrongEnds('unguarded', MUTANT_RUNS, {
    ...ours,
    contextOf: (context) => unguarded(context, dbs[0]!),
  })
  expect(wrong.length).toBeGreaterThan(0)
})

it('many histories end wrong if the payloads of events are trusted', async () => {
  const believing: Handlers = {
    ...ours,
    async handle(context, event, payload) {
      if (!event.type.startsWith('customer.subscription.') || event.customerId === null) return
      const reading = await context.store.claim(event.customerId)
      if (!reading) return
      const { data } = JSON.parse(payload) as { data: { object: Subscription } }
      await context.store.settle(reading, project([facts({ subscription: data.object })]), 0)
    },
  }
  const wrong = await wrongEnds('believing', MUTANT_RUNS, believing)
  expect(wrong.length).toBeGreaterThan(MUTANT_RUNS / 10)
})

it('the histories contain many paying customers', () => {
  const paying = dbs[0]!.orm
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(billing, and(eq(billing.userId, profiles.id)))
    .where(eq(profiles.paid, true))
    .all()
  expect(paying.filter(({ id }) => id.startsWith('ours-')).length).toBeGreaterThan(RUNS / 4)
})
