/** Pending changes to an account's email address. The user confirms a change with a link sent to the new address. */

import { and, eq } from 'drizzle-orm'
import { emailChanges, signups, tokens, users } from '#drizzle/schema.ts'
import { emailKey } from '#server/contract/api/credentials.ts'
import { newToken, sha256 } from '#server/crypto/secrets.ts'
import { type Database, toSeconds } from '#server/db/database.ts'
import { accountsOf } from './accounts.ts'
import { rememberDeparture } from './departed.ts'
import { type Clock, isOpen, LINK_LIFE_MS, type Timed } from './tokens.ts'

/** A pending change, as a row of the table `email_changes`. */
export type EmailChange = typeof emailChanges.$inferSelect

/** Stores the requested address. Replaces an earlier request of the account and invalidates its link. */
export async function requestEmailChange({ db, now }: Timed, userId: string, email: string): Promise<void> {
  const row = { email, tokenHash: null, expiresAt: toSeconds(now() + LINK_LIFE_MS.verify_email) }
  await db.query((orm) =>
    orm
      .insert(emailChanges)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: emailChanges.userId, set: row })
      .run(),
  )
}

/** Returns the account's pending change, even if it has expired, or null if no change is pending. */
export async function findEmailChange(db: Database, userId: string): Promise<EmailChange | null> {
  const mine = eq(emailChanges.userId, userId)
  return (await db.query((orm) => orm.select().from(emailChanges).where(mine).get())) ?? null
}

/** Creates the secret of the confirmation link and stores its hash. Returns null if there is no pending change. */
export async function issueChangeToken({ db, random }: Clock, userId: string): Promise<string | null> {
  const token = newToken(random)
  const set = { tokenHash: sha256(token) }
  const mine = eq(emailChanges.userId, userId)
  const given = await db.query((orm) =>
    orm.update(emailChanges).set(set).where(mine).returning({ userId: emailChanges.userId }).get(),
  )
  return given ? token : null
}

/** Returns the pending change for a link's secret, or null if the secret is unknown or expired. */
export async function readChange({ db, now }: Timed, token: string): Promise<EmailChange | null> {
  const fresh = and(eq(emailChanges.tokenHash, sha256(token)), isOpen(emailChanges.expiresAt, 'verify_email', now()))
  return (await db.query((orm) => orm.select().from(emailChanges).where(fresh).get())) ?? null
}

/**
 * Changes the account's address and invalidates its links. Returns false if another account has the address.
 * `isVerified`: true if a link has confirmed the address.
 */
export async function moveAccount(clock: Clock, userId: string, email: string, isVerified: boolean): Promise<boolean> {
  const key = emailKey(email)
  return clock.db.transaction(async (orm) => {
    const holders = await accountsOf(orm, email)
    if (holders.some(({ id }) => id !== userId)) return false
    if (holders.length === 0) await rememberDeparture(orm, userId, clock) // skipped if only the spelling of the address changes
    const emailVerifiedAt = isVerified ? toSeconds(clock.now()) : null
    await orm.update(users).set({ email, emailKey: key, emailVerifiedAt }).where(eq(users.id, userId)).run()
    await orm.delete(emailChanges).where(eq(emailChanges.userId, userId)).run()
    await orm.delete(tokens).where(eq(tokens.userId, userId)).run()
    await orm.delete(signups).where(eq(signups.emailKey, key)).run()
    return true
  })
}
