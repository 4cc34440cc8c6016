/**
 * Records how much of the free plan a deleted account has used. A new account with the same email address gets only the
 * unused part. A row contains an HMAC of the address and three numbers. It is deleted after `DEPARTED_DAYS`.
 */
import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { billing, departed, meta, profiles, users } from '#drizzle/schema.ts'
import { emailKey } from '#server/contract/api/credentials.ts'
import { DEPARTED_DAYS } from '#server/contract/plans/limits.ts'
import { DAY_MS } from '#server/contract/time.ts'
import { type Orm, toSeconds } from '#server/db/database.ts'
import { SALT_BYTES } from './password.ts'
import type { Clock } from './tokens.ts'

/** Row of `meta` with the HMAC key. Without the key, nobody can find an address from its hash. */
const KEY_ROW = 'departed_key'

/**
 * Stores the used part of the free plan, in the transaction that deletes the account or changes its address. If an
 * account has left the address before, stores the larger use. Does nothing if the account doesn't exist.
 */
export async function rememberDeparture(orm: Orm, userId: string, { now, random }: Omit<Clock, 'db'>): Promise<void> {
  const found = await orm
    .select()
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(billing, eq(billing.userId, users.id))
    .where(eq(users.id, userId))
    .get()
  if (!found) return
  await storeKey(orm, random)
  const emailMac = await macOf(orm, emailKey(found.users.email))
  if (emailMac === null) throw new Error('the key was written a line above')
  const { downloadCredits, imagesGenerated } = found.profiles
  const trialUsedAt = found.profiles.trialUsedAt ?? found.billing?.trialUsedAt ?? null
  const row = { downloadCredits, imagesGenerated, trialUsedAt, forgetAt: toSeconds(now() + DEPARTED_DAYS * DAY_MS) }
  // a second account of the address may have used less than the first
  const set = {
    downloadCredits: sql`min(${departed.downloadCredits}, excluded.download_credits)`,
    imagesGenerated: sql`max(${departed.imagesGenerated}, excluded.images_generated)`,
    trialUsedAt: sql`coalesce(${departed.trialUsedAt}, excluded.trial_used_at)`,
    forgetAt: sql`max(${departed.forgetAt}, excluded.forget_at)`,
  }
  const insert = orm.insert(departed).values({ emailMac, ...row })
  await insert.onConflictDoUpdate({ target: departed.emailMac, set }).run()
}

/**
 * Returns the credits and the trial of a new account. If its address had an account before, returns the unused part.
 */
export async function allowanceFor(orm: Orm, email: string, credits: number) {
  const emailMac = await macOf(orm, emailKey(email))
  const before =
    emailMac === null ? undefined : await orm.select().from(departed).where(eq(departed.emailMac, emailMac)).get()
  if (!before) return { downloadCredits: credits, imagesGenerated: 0, trialUsedAt: null }
  const { downloadCredits, imagesGenerated, trialUsedAt } = before
  return { downloadCredits: Math.min(credits, downloadCredits), imagesGenerated, trialUsedAt }
}

/**
 * Returns the salt for all sign-ups with this address, even simultaneous ones. A confirmation link then needs only one
 * hash (`findMatch`).
 */
export async function saltFor({ db, random }: Pick<Clock, 'db' | 'random'>, email: string): Promise<Buffer> {
  // the prefix makes the salt differ from `departed.email_mac`; no address contains a space
  const mac = () => db.query((orm) => macOf(orm, `salt ${emailKey(email)}`))
  const found = await mac()
  if (found === null) await db.query((orm) => storeKey(orm, random))
  return Buffer.from(found ?? (await mac()) ?? '', 'hex').subarray(0, SALT_BYTES)
}

async function storeKey(orm: Orm, random: Clock['random']): Promise<void> {
  const value = Buffer.from(random(32)).toString('hex')
  await orm.insert(meta).values({ key: KEY_ROW, value }).onConflictDoNothing().run()
}

/** Returns the HMAC-SHA256 of the text (hex), or null if there is no key yet. */
async function macOf(orm: Orm, text: string): Promise<string | null> {
  const row = await orm.select().from(meta).where(eq(meta.key, KEY_ROW)).get()
  return row ? createHmac('sha256', Buffer.from(row.value, 'hex')).update(text).digest('hex') : null
}
