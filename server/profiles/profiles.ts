/** Computes an account's profile from the stored state, the operator's grant, or full access with BILLING=off. */

import { eq, sql } from 'drizzle-orm'
import { billing, profiles, users } from '#drizzle/schema.ts'
import type { BillingMode } from '#server/config/billing.ts'
import { FOREVER_MS, type Profile, TRIAL_MARK } from '#server/contract/plans/entitlements.ts'
import { HOUR_MS } from '#server/contract/time.ts'
import { type Database, type Orm, perOrm, toMs } from '#server/db/database.ts'

/**
 * Access in ms after the end of a paid period that Stripe should have renewed. Stripe may renew an hour late, and its
 * webhook may be later still. In six hours, several hourly checks with Stripe find the renewal or the failed payment. A
 * trial or canceled subscription gets no leeway, and `past_due` has its own grace period (docs/decisions, 10).
 */
export const RENEWAL_LEEWAY_MS = 6 * HOUR_MS

/** An account's stored profile, and its billing row if it has a customer at the provider. */
export interface ProfileRow {
  readonly profiles: typeof profiles.$inferSelect
  readonly billing: typeof billing.$inferSelect | null
}

/** Begins a statement that selects accounts, each with its `ProfileRow`. */
export const selectAccounts = (orm: Orm) =>
  orm
    .select()
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(billing, eq(billing.userId, users.id))

/** Returns the statement that reads the `ProfileRow` of an account. Its placeholder is `userId`. */
export const prepareProfile = (orm: Orm) =>
  orm
    .select()
    .from(profiles)
    .leftJoin(billing, eq(billing.userId, profiles.id))
    .where(eq(profiles.id, sql.placeholder('userId')))
    .prepare()

/**
 * Returns a function that reads profiles. Its statement is prepared, because this is the most frequent query. `now`:
 * clock, ms.
 */
export function profileReader(db: Database, mode: BillingMode, now: () => number) {
  const find = perOrm(prepareProfile)
  return async (userId: string): Promise<Profile | null> => {
    const row = await db.query((orm) => find(orm).get({ userId }))
    return row ? effectiveProfile(row, mode, now()) : null
  }
}

/**
 * Returns the valid profile: Pro with billing off, otherwise the later of the grant and the paid period, which may end
 * in the `RENEWAL_LEEWAY_MS`. `now`: ms since the Unix epoch.
 */
export function effectiveProfile({ profiles: row, billing }: ProfileRow, mode: BillingMode, now: number): Profile {
  const { id, avatarUrl, imagesGenerated, downloadCredits, subscriptionId } = row
  const kept = { id, avatarUrl, imagesGenerated, downloadCredits }
  if (mode === 'off') return { ...kept, paid: true, expiresAt: FOREVER_MS, subscriptionId: null }
  const granted = row.grantedUntil ?? 0
  if (granted > (row.paid ? (row.expiresAt ?? 0) : 0))
    return { ...kept, paid: true, expiresAt: toMs(granted), subscriptionId: withoutTrialMark(subscriptionId) }
  const end = row.expiresAt === null ? null : toMs(row.expiresAt)
  const isRenewing = row.paid && end !== null && end <= now && now < end + RENEWAL_LEEWAY_MS && renews(billing)
  return { ...kept, paid: row.paid, expiresAt: isRenewing ? end + RENEWAL_LEEWAY_MS : end, subscriptionId }
}

/** Returns true if Stripe will charge for the next period, as far as the stored state shows. */
const renews = (billing: ProfileRow['billing']): boolean => billing?.status === 'active' && billing.cancelAt === null

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
