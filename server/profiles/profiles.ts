/** Computes an account's profile from the stored state, the operator's grant, or full access with BILLING=off. */

import { eq, sql } from 'drizzle-orm'
import { profiles } from '#drizzle/schema.ts'
import type { BillingMode } from '#server/config/billing.ts'
import { FOREVER_MS, type Profile, TRIAL_MARK } from '#server/contract/plans/entitlements.ts'
import { type Database, type Orm, perOrm, toMs } from '#server/db/database.ts'

/** Returns a function that reads profiles. Its statement is prepared, because this is the most frequent query. */
export function profileReader(db: Database, mode: BillingMode) {
  const find = perOrm((orm) =>
    orm
      .select()
      .from(profiles)
      .where(eq(profiles.id, sql.placeholder('id')))
      .prepare(),
  )
  return async (userId: string): Promise<Profile | null> => {
    const row = await db.query((orm) => find(orm).get({ id: userId }))
    return row ? effectiveProfile(row, mode) : null
  }
}

/** Returns the valid profile: Pro with billing off, otherwise the later of the grant and the paid period. */
export function effectiveProfile(row: typeof profiles.$inferSelect, mode: BillingMode): Profile {
  const { id, avatarUrl, imagesGenerated, downloadCredits, subscriptionId } = row
  const kept = { id, avatarUrl, imagesGenerated, downloadCredits }
  if (mode === 'off') return { ...kept, paid: true, expiresAt: FOREVER_MS, subscriptionId: null }
  const granted = row.grantedUntil ?? 0
  if (granted > (row.paid ? (row.expiresAt ?? 0) : 0))
    return { ...kept, paid: true, expiresAt: toMs(granted), subscriptionId: withoutTrialMark(subscriptionId) }
  return { ...kept, paid: row.paid, expiresAt: row.expiresAt === null ? null : toMs(row.expiresAt), subscriptionId }
}

/** Removes the trial prefix. With a grant, an account is Pro during the trial and can manage its subscription. */
const withoutTrialMark = (subscriptionId: string | null): string | null =>
  subscriptionId?.startsWith(TRIAL_MARK) ? subscriptionId.slice(TRIAL_MARK.length) : subscriptionId

/** Grants Pro without payment until a time (Unix seconds). Null ends the grant. Replaces an earlier grant. */
export async function grantPro(orm: Orm, userId: string, untilSeconds: number | null): Promise<void> {
  await orm.update(profiles).set({ grantedUntil: untilSeconds }).where(eq(profiles.id, userId)).run()
}

export async function setCredits(orm: Orm, userId: string, credits: number): Promise<void> {
  await orm.update(profiles).set({ downloadCredits: credits }).where(eq(profiles.id, userId)).run()
}
