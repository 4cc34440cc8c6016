/** Reads and verifies the totals of the stored images. Database triggers maintain them. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { trialImages, trialImageTotals } from '#drizzle/schema.ts'
import type { Database, Orm } from '#server/db/database.ts'

/** Owner of the row with the totals of all accounts. */
const EVERYBODY = ''
/** Number of accounts that one step verifies. */
const BATCH = 100

/** Returns the number and size of an account's images, or of all accounts' images without `owner`. */
export async function storedTotal(db: Database, owner: string = EVERYBODY) {
  const { pictures, bytes } = trialImageTotals
  const found = await db.query((orm) =>
    orm.select({ pictures, bytes }).from(trialImageTotals).where(eq(trialImageTotals.owner, owner)).get(),
  )
  return found ?? { pictures: 0, bytes: 0 }
}

/** SQL condition: the total of the owner, by default of all accounts, plus `bytes` is at most `room`. */
export const fits = (bytes: number, room: number, owner: string = EVERYBODY) =>
  sql`coalesce((select ${trialImageTotals.bytes} from ${trialImageTotals} where ${trialImageTotals.owner} = ${owner}), 0) + ${bytes} <= ${room}`

/** Recomputes all totals in steps. Returns the number of corrected totals. Awaits `rest` after each step. */
export async function repairTotals(db: Database, rest: () => Promise<unknown>): Promise<number> {
  let repaired = 0
  for (let from = EVERYBODY; ; ) {
    const to = await endOfBatch(db, from)
    if (to === null) break
    repaired += await repairOwners(db, from, to)
    from = to
    await rest()
  }
  return repaired + (await repairEverybody(db))
}

/** Returns the last account of the next step, or null after the last one. Includes accounts without images. */
async function endOfBatch(db: Database, from: string): Promise<string | null> {
  const next = sql`
    select owner from (
      select * from (select distinct user_id as owner from trial_images where user_id > ${from} order by 1 limit ${BATCH})
      union
      select * from (select owner from trial_image_totals where owner > ${from} order by 1 limit ${BATCH})
    ) order by owner limit ${BATCH}`
  const owners = await db.query((orm) => orm.all<{ owner: string }>(next))
  return owners.at(-1)?.owner ?? null
}

/** Selects totals that differ. The number of changed rows is then the number of wrong totals. */
const WHERE_WRONG = sql`${trialImageTotals.pictures} <> excluded.pictures or ${trialImageTotals.bytes} <> excluded.bytes`
const TRUTH = { pictures: sql`excluded.pictures`, bytes: sql`excluded.bytes` }

async function repairOwners(db: Database, from: string, to: string): Promise<number> {
  const { userId, bytes } = trialImages
  const { owner } = trialImageTotals
  const sums = sql`select ${userId}, count(*), sum(${bytes}) from ${trialImages} where ${userId} > ${from} and ${userId} <= ${to} group by ${userId}`
  const wrong = await db.query((orm) => replaceWrong(orm, sums))
  const isEmpty = sql`${owner} > ${from} and ${owner} <= ${to} and not exists (select 1 from ${trialImages} where ${userId} = ${owner})`
  const empty = await db.query((orm) => orm.delete(trialImageTotals).where(isEmpty).returning({ owner }).all())
  return wrong.length + empty.length
}

/** Recomputes the total of all accounts from the totals of the accounts, which are fewer than the images. */
async function repairEverybody(db: Database): Promise<number> {
  const { owner, pictures, bytes } = trialImageTotals
  const sums = sql`coalesce(sum(${pictures}), 0), coalesce(sum(${bytes}), 0)`
  const total = sql`select ${EVERYBODY}, ${sums} from ${trialImageTotals} where ${owner} <> ${EVERYBODY}`
  return (await db.query((orm) => replaceWrong(orm, total))).length
}

const replaceWrong = (orm: Orm, truth: SQL) =>
  orm
    .insert(trialImageTotals)
    .select(truth)
    .onConflictDoUpdate({ target: trialImageTotals.owner, set: TRUTH, setWhere: WHERE_WRONG })
    .returning({ owner: trialImageTotals.owner })
    .all()
