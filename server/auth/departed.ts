/**
 * What an address had used of the free plan when its account went. Otherwise deleting and coming back would be a way to
 * free trials and credits without end. Kept: a keyed hash of the address, three numbers, and for a bounded time only.
 */
import { createHmac } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { billing, departed, meta, profiles, users } from '#drizzle/schema.ts'
import { emailKey } from '../contract/credentials.ts'
import { DEPARTED_DAYS } from '../contract/limits.ts'
import { type Database, type Orm, type Steps, step } from '../db/database.ts'
import { deleteInSteps } from '../db/sweep.ts'
import { toSeconds } from '../db/time.ts'
import type { Clock } from './tokens.ts'

/** The row of `meta` that holds the key. It lies beside the hashes: it makes them useless outside this database. */
const KEY_ROW = 'departed_key'
const DAY_MS = 86_400_000

export interface Allowance {
  readonly downloadCredits: number
  readonly imagesGenerated: number
  readonly trialUsedAt: number | null
}

/** Inside the transaction that ends the account, or takes its address away. */
export function* rememberDeparture(orm: Orm, userId: string, { now, random }: Omit<Clock, 'db'>): Steps<void> {
  const found = yield* step(
    orm
      .select()
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .leftJoin(billing, eq(billing.userId, users.id))
      .where(eq(users.id, userId))
      .get(),
  )
  if (!found) return
  const fresh = Buffer.from(random(32)).toString('hex')
  yield* step(orm.insert(meta).values({ key: KEY_ROW, value: fresh }).onConflictDoNothing().run())
  const emailMac = yield* macOf(orm, found.users.email)
  if (emailMac === null) throw new Error('the key was written a line above')
  const { downloadCredits, imagesGenerated } = found.profiles
  const trialUsedAt = found.profiles.trialUsedAt ?? found.billing?.trialUsedAt ?? null
  const row = { downloadCredits, imagesGenerated, trialUsedAt, forgetAt: toSeconds(now() + DEPARTED_DAYS * DAY_MS) }
  const insert = orm.insert(departed).values({ emailMac, ...row })
  yield* step(insert.onConflictDoUpdate({ target: departed.emailMac, set: row }).run())
}

/** What a new account begins with; an address that was here before goes on with what it had left. */
export function* allowanceFor(orm: Orm, email: string, credits: number): Steps<Allowance> {
  const emailMac = yield* macOf(orm, email)
  const before =
    emailMac === null
      ? undefined
      : yield* step(orm.select().from(departed).where(eq(departed.emailMac, emailMac)).get())
  if (!before) return { downloadCredits: credits, imagesGenerated: 0, trialUsedAt: null }
  const { downloadCredits, imagesGenerated, trialUsedAt } = before
  return { downloadCredits: Math.min(credits, downloadCredits), imagesGenerated, trialUsedAt }
}

export async function sweepDeparted({ db, now }: { readonly db: Database; readonly now: () => number }): Promise<void> {
  const passed = lt(departed.forgetAt, toSeconds(now()))
  await deleteInSteps(db, departed, passed)
}

/** Null as long as nobody has left. */
function* macOf(orm: Orm, email: string): Steps<string | null> {
  const row = yield* step(orm.select().from(meta).where(eq(meta.key, KEY_ROW)).get())
  return row ? createHmac('sha256', Buffer.from(row.value, 'hex')).update(emailKey(email)).digest('hex') : null
}
