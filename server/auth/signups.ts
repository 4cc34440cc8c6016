/**
 * Sign-ups that wait until their address is confirmed. Each keeps the password it came with, and none takes the address:
 * a stranger may sign up with it as often as he likes, the account is made of the sign-up that its mailbox confirms.
 */

import { and, eq, gt, lt } from 'drizzle-orm'
import { signups } from '#drizzle/schema.ts'
import { emailKey } from '../contract/credentials.ts'
import { newToken, sha256 } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import { deleteInSteps } from '../db/sweep.ts'
import { toSeconds } from '../db/time.ts'
import { type Clock, LINK_LIFE_MS } from './tokens.ts'

export type Signup = typeof signups.$inferSelect

/** Kept until its link would have died. */
export async function keepSignup(
  { db, now }: Pick<Clock, 'db' | 'now'>,
  { id, email, passwordHash }: Pick<Signup, 'id' | 'email' | 'passwordHash'>,
): Promise<void> {
  const expiresAt = toSeconds(now() + LINK_LIFE_MS.verify_email)
  const row = { id, email, emailKey: emailKey(email), passwordHash, expiresAt }
  await db.query((orm) => orm.insert(signups).values(row).run())
}

/** The passwords that wait for this address. */
export async function waitingHashes({ db, now }: Pick<Clock, 'db' | 'now'>, email: string): Promise<string[]> {
  const fresh = and(eq(signups.emailKey, emailKey(email)), gt(signups.expiresAt, toSeconds(now())))
  const rows = await db.query((orm) =>
    orm.select({ passwordHash: signups.passwordHash }).from(signups).where(fresh).all(),
  )
  return rows.map((row) => row.passwordHash)
}

/** A link's secret for one sign-up, and the address it goes to. Null if it is not there any more. */
export async function issueSignupToken({ db, random }: Clock, id: string): Promise<string | null> {
  const token = newToken(random)
  const set = { tokenHash: sha256(token) }
  const given = await db.query((orm) =>
    orm.update(signups).set(set).where(eq(signups.id, id)).returning({ id: signups.id }).get(),
  )
  return given ? token : null
}

export async function findSignup({ db, now }: Pick<Clock, 'db' | 'now'>, token: string): Promise<Signup | null> {
  const fresh = and(eq(signups.tokenHash, sha256(token)), gt(signups.expiresAt, toSeconds(now())))
  return (await db.query((orm) => orm.select().from(signups).where(fresh).get())) ?? null
}

export async function dropSignup(db: Database, id: string): Promise<void> {
  await db.query((orm) => orm.delete(signups).where(eq(signups.id, id)).run())
}

export async function sweepSignups({ db, now }: Pick<Clock, 'db' | 'now'>): Promise<void> {
  const passed = lt(signups.expiresAt, toSeconds(now()))
  await deleteInSteps(db, signups, passed)
}
