/** Accounts on their way to another address: the new mailbox confirms, the old one is told. */

import { and, eq, gt, lt } from 'drizzle-orm'
import { emailChanges, signups, tokens, users } from '#drizzle/schema.ts'
import { emailKey } from '../contract/credentials.ts'
import { newToken, sha256 } from '../crypto/secrets.ts'
import { type Database, step } from '../db/database.ts'
import { deleteInSteps } from '../db/sweep.ts'
import { toSeconds } from '../db/time.ts'
import { rememberDeparture } from './departed.ts'
import { type Clock, LINK_LIFE_MS } from './tokens.ts'

export type EmailChange = typeof emailChanges.$inferSelect

/** A new wish replaces the last one. */
export async function wishEmail({ db, now }: Pick<Clock, 'db' | 'now'>, userId: string, email: string): Promise<void> {
  const row = { email, tokenHash: null, expiresAt: toSeconds(now() + LINK_LIFE_MS.verify_email) }
  await db.query((orm) =>
    orm
      .insert(emailChanges)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: emailChanges.userId, set: row })
      .run(),
  )
}

export async function findEmailChange(db: Database, userId: string): Promise<EmailChange | null> {
  const mine = eq(emailChanges.userId, userId)
  return (await db.query((orm) => orm.select().from(emailChanges).where(mine).get())) ?? null
}

export async function issueChangeToken({ db, random }: Clock, userId: string): Promise<string | null> {
  const token = newToken(random)
  const set = { tokenHash: sha256(token) }
  const mine = eq(emailChanges.userId, userId)
  const given = await db.query((orm) =>
    orm.update(emailChanges).set(set).where(mine).returning({ userId: emailChanges.userId }).get(),
  )
  return given ? token : null
}

export async function readChange({ db, now }: Pick<Clock, 'db' | 'now'>, token: string): Promise<EmailChange | null> {
  const fresh = and(eq(emailChanges.tokenHash, sha256(token)), gt(emailChanges.expiresAt, toSeconds(now())))
  return (await db.query((orm) => orm.select().from(emailChanges).where(fresh).get())) ?? null
}

/**
 * The account has the address from now on; false if another account has it. What the old address had used of the free
 * plan is remembered, and links sent to it are dead.
 */
export async function moveAccount(clock: Clock, userId: string, email: string, isVerified: boolean): Promise<boolean> {
  const key = emailKey(email)
  return clock.db.transaction(function* (orm) {
    const holder = yield* step(orm.select({ id: users.id }).from(users).where(eq(users.emailKey, key)).get())
    if (holder && holder.id !== userId) return false
    if (!holder) yield* rememberDeparture(orm, userId, clock) // not for another spelling of the own one
    const emailVerifiedAt = isVerified ? toSeconds(clock.now()) : null
    yield* step(orm.update(users).set({ email, emailKey: key, emailVerifiedAt }).where(eq(users.id, userId)).run())
    yield* step(orm.delete(emailChanges).where(eq(emailChanges.userId, userId)).run())
    yield* step(orm.delete(tokens).where(eq(tokens.userId, userId)).run())
    yield* step(orm.delete(signups).where(eq(signups.emailKey, key)).run())
    return true
  })
}

export async function sweepEmailChanges({ db, now }: Pick<Clock, 'db' | 'now'>): Promise<void> {
  const passed = lt(emailChanges.expiresAt, toSeconds(now()))
  await deleteInSteps(db, emailChanges, passed)
}
