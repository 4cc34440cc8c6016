/**
 * Remembers how much of the free plan a deleted account had used, so that a new account with its address gets no more.
 * A row holds an HMAC of the address and three numbers. The row is deleted after `DEPARTED_DAYS`.
 */
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { billing, departed, meta, profiles, users } from '#drizzle/schema.ts'
import { emailKey } from '#server/contract/credentials.ts'
import { DEPARTED_DAYS } from '#server/contract/limits.ts'
import { DAY_MS, type Orm, toSeconds } from '#server/db/database.ts'
import type { Clock } from './tokens.ts'

/** Row of `meta` with the HMAC key. Without the key, addresses cannot be looked up by their hashes. */
const KEY_ROW = 'departed_key'

/** Stores the account's use of the free plan, in the transaction that deletes the account or changes its address. */
export async function rememberDeparture(orm: Orm, userId: string, { now, random }: Omit<Clock, 'db'>): Promise<void> {
  const found = await orm
    .select()
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(billing, eq(billing.userId, users.id))
    .where(eq(users.id, userId))
    .get()
  if (!found) return
  const fresh = Buffer.from(random(32)).toString('hex')
  await orm.insert(meta).values({ key: KEY_ROW, value: fresh }).onConflictDoNothing().run()
  const emailMac = await macOf(orm, found.users.email)
  if (emailMac === null) throw new Error('the key was written a line above')
  const { downloadCredits, imagesGenerated } = found.profiles
  const trialUsedAt = found.profiles.trialUsedAt ?? found.billing?.trialUsedAt ?? null
  const row = { downloadCredits, imagesGenerated, trialUsedAt, forgetAt: toSeconds(now() + DEPARTED_DAYS * DAY_MS) }
  const insert = orm.insert(departed).values({ emailMac, ...row })
  await insert.onConflictDoUpdate({ target: departed.emailMac, set: row }).run()
}

/** Returns a new account's allowance: `credits` and a trial. A returning address gets the rest of its old allowance. */
export async function allowanceFor(orm: Orm, email: string, credits: number) {
  const emailMac = await macOf(orm, email)
  const before =
    emailMac === null ? undefined : await orm.select().from(departed).where(eq(departed.emailMac, emailMac)).get()
  if (!before) return { downloadCredits: credits, imagesGenerated: 0, trialUsedAt: null }
  const { downloadCredits, imagesGenerated, trialUsedAt } = before
  return { downloadCredits: Math.min(credits, downloadCredits), imagesGenerated, trialUsedAt }
}

/** Returns the HMAC-SHA256 of the address in hex; null without a key, before an account was ever deleted or moved. */
async function macOf(orm: Orm, email: string): Promise<string | null> {
  const row = await orm.select().from(meta).where(eq(meta.key, KEY_ROW)).get()
  return row ? createHmac('sha256', Buffer.from(row.value, 'hex')).update(emailKey(email)).digest('hex') : null
}
