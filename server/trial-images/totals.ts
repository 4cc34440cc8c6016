/** Reads the totals of the stored images. Database triggers maintain them. */
import { eq, sql } from 'drizzle-orm'
import { trialImageTotals } from '#drizzle/schema.ts'
import type { Database } from '#server/db/database.ts'

/** Owner of the row with the totals of all accounts. */
const EVERYBODY = ''

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
