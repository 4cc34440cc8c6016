/** Running totals of what is stored. Triggers keep them (see the migration); here they are read, and proved now and then. */
import { eq, sql } from 'drizzle-orm'
import { trialImages, trialImageTotals } from '#drizzle/schema.ts'
import type { Database } from '../db/open.ts'

export interface Total {
  readonly pictures: number
  readonly bytes: number
}

/** The owner of everything. */
const EVERYBODY = ''
/** Accounts whose totals are proved in one step. */
const BATCH = 100

/** Of one account; of all without. */
export async function storedTotal(db: Database, owner: string = EVERYBODY): Promise<Total> {
  const { pictures, bytes } = trialImageTotals
  const found = db.orm.select({ pictures, bytes }).from(trialImageTotals).where(eq(trialImageTotals.owner, owner)).get()
  return found ?? { pictures: 0, bytes: 0 }
}

/** Whether so many more bytes fit, as a part of a statement. */
export const fits = (owner: string, bytes: number, room: number) =>
  sql`coalesce((select ${trialImageTotals.bytes} from ${trialImageTotals} where ${trialImageTotals.owner} = ${owner}), 0) + ${bytes} <= ${room}`

export const fitsAll = (bytes: number, room: number) => fits(EVERYBODY, bytes, room)

/**
 * Adds everything up anew, a few accounts at a time, and sets right what is not. Answers how many totals were wrong:
 * anything but 0 means that somebody wrote past the triggers.
 */
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

/** The last account of the next batch, among those with pictures or with a total; null past the last. */
async function endOfBatch(db: Database, from: string): Promise<string | null> {
  const owners = db.orm.all<{ owner: string }>(sql`
    select owner from (
      select * from (select distinct user_id as owner from trial_images where user_id > ${from} order by 1 limit ${BATCH})
      union
      select * from (select owner from trial_image_totals where owner > ${from} order by 1 limit ${BATCH})
    ) order by owner limit ${BATCH}`)
  return owners.at(-1)?.owner ?? null
}

/** Totals are replaced where they differ, so that what changes is what was wrong. */
const WHERE_WRONG = sql`${trialImageTotals.pictures} <> excluded.pictures or ${trialImageTotals.bytes} <> excluded.bytes`
const TRUTH = { pictures: sql`excluded.pictures`, bytes: sql`excluded.bytes` }

async function repairOwners(db: Database, from: string, to: string): Promise<number> {
  const { userId, bytes } = trialImages
  const wrong = db.orm
    .insert(trialImageTotals)
    .select(
      sql`select ${userId}, count(*), sum(${bytes}) from ${trialImages} where ${userId} > ${from} and ${userId} <= ${to} group by ${userId}`,
    )
    .onConflictDoUpdate({ target: trialImageTotals.owner, set: TRUTH, setWhere: WHERE_WRONG })
    .run()
  const { owner } = trialImageTotals
  const empty = db.orm
    .delete(trialImageTotals)
    .where(
      sql`${owner} > ${from} and ${owner} <= ${to} and not exists (select 1 from ${trialImages} where ${userId} = ${owner})`,
    )
    .run()
  return wrong.changes + empty.changes
}

/** From the accounts' totals, which are few beside the pictures. */
async function repairEverybody(db: Database): Promise<number> {
  const { owner, pictures, bytes } = trialImageTotals
  const sums = sql`coalesce(sum(${pictures}), 0), coalesce(sum(${bytes}), 0)`
  const repaired = db.orm
    .insert(trialImageTotals)
    .select(sql`select ${EVERYBODY}, ${sums} from ${trialImageTotals} where ${owner} <> ${EVERYBODY}`)
    .onConflictDoUpdate({ target: owner, set: TRUTH, setWhere: WHERE_WRONG })
    .run()
  return repaired.changes
}
