/** Sign-ups with an unconfirmed address. If an address has several, the first to be confirmed becomes the account. */

import { and, eq } from 'drizzle-orm'
import { signups } from '#drizzle/schema.ts'
import { emailKey } from '#server/contract/api/credentials.ts'
import { newToken, sha256 } from '#server/crypto/secrets.ts'
import { type Database, toSeconds } from '#server/db/database.ts'
import { type Clock, isOpen, LINK_LIFE_MS, type Timed } from './tokens.ts'

export type Signup = typeof signups.$inferSelect

/** Stores a sign-up, which expires together with its confirmation link after `LINK_LIFE_MS.verify_email`. */
export async function keepSignup(
  { db, now }: Timed,
  { id, email, passwordHash }: Pick<Signup, 'id' | 'email' | 'passwordHash'>,
): Promise<void> {
  const expiresAt = toSeconds(now() + LINK_LIFE_MS.verify_email)
  const row = { id, email, emailKey: emailKey(email), passwordHash, expiresAt }
  await db.query((orm) => orm.insert(signups).values(row).run())
}

/** Returns the password hashes of the address's valid sign-ups. */
export async function waitingHashes({ db, now }: Timed, email: string): Promise<string[]> {
  const valid = and(eq(signups.emailKey, emailKey(email)), isOpen(signups.expiresAt, 'verify_email', now()))
  const { passwordHash } = signups
  const rows = await db.query((orm) => orm.select({ passwordHash }).from(signups).where(valid).all())
  return rows.map((row) => row.passwordHash)
}

/** Creates the secret of the confirmation link and stores its hash. Returns null if the sign-up was deleted. */
export async function issueSignupToken({ db, random }: Clock, id: string): Promise<string | null> {
  const token = newToken(random)
  const set = { tokenHash: sha256(token) }
  const given = await db.query((orm) =>
    orm.update(signups).set(set).where(eq(signups.id, id)).returning({ id: signups.id }).get(),
  )
  return given ? token : null
}

/** Returns the sign-up of a link's secret, or null if the secret is unknown or expired. */
export async function findSignup({ db, now }: Timed, token: string): Promise<Signup | null> {
  const fresh = and(eq(signups.tokenHash, sha256(token)), isOpen(signups.expiresAt, 'verify_email', now()))
  return (await db.query((orm) => orm.select().from(signups).where(fresh).get())) ?? null
}

/** Deletes the sign-up. Does nothing if the sign-up doesn't exist. */
export async function dropSignup(db: Database, id: string): Promise<void> {
  await db.query((orm) => orm.delete(signups).where(eq(signups.id, id)).run())
}
