/** The account rows: found, made, changed. Each function is one statement or one transaction. */

import { eq } from 'drizzle-orm'
import { billing, profiles, sessions, tokens, trialImages, usage, users } from '#drizzle/schema.ts'
import { emailKey } from '../contract/credentials.ts'
import type { Database } from '../db/open.ts'
import { toSeconds } from '../db/time.ts'

export type Account = typeof users.$inferSelect

export interface NewAccount {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly awaitsVerification: boolean
  readonly credits: number
  readonly now: number
}

export async function findAccount(db: Database, email: string): Promise<Account | null> {
  return (
    db.orm
      .select()
      .from(users)
      .where(eq(users.emailKey, emailKey(email)))
      .get() ?? null
  )
}

export async function findAccountById(db: Database, id: string): Promise<Account | null> {
  return db.orm.select().from(users).where(eq(users.id, id)).get() ?? null
}

/** The user and the profile in one step. False if the address is taken, also by a request at the same moment. */
export async function createAccount(db: Database, account: NewAccount): Promise<boolean> {
  return db.transaction((orm) => {
    const { id, email, passwordHash, awaitsVerification } = account
    const row = {
      id,
      email,
      emailKey: emailKey(email),
      passwordHash,
      awaitsVerification,
      createdAt: toSeconds(account.now),
    }
    const made = orm.insert(users).values(row).onConflictDoNothing({ target: users.emailKey }).run()
    if (made.changes === 0) return false
    orm.insert(profiles).values({ id, downloadCredits: account.credits }).run()
    return true
  })
}

/** A new password ends every session and spends every open link of the account. */
export async function setPassword(db: Database, userId: string, passwordHash: string): Promise<void> {
  db.transaction((orm) => {
    orm.update(users).set({ passwordHash }).where(eq(users.id, userId)).run()
    orm.delete(sessions).where(eq(sessions.userId, userId)).run()
    orm.delete(tokens).where(eq(tokens.userId, userId)).run()
  })
}

/** The holder of a link from the mailbox owns the address. */
export async function confirmEmail(db: Database, userId: string, now: number): Promise<void> {
  const set = { emailVerifiedAt: toSeconds(now), awaitsVerification: false }
  db.orm.update(users).set(set).where(eq(users.id, userId)).run()
}

/**
 * The rows that hang on the account go with it. Answers the storage keys of its pictures, whose files are to be deleted now:
 * in this order, for what is uploaded meanwhile finds no account and is refused.
 */
export async function deleteAccount(db: Database, userId: string): Promise<string[]> {
  return db.transaction((orm) => {
    const { storageKey } = trialImages
    const pictures = orm.delete(trialImages).where(eq(trialImages.userId, userId)).returning({ storageKey }).all()
    orm.delete(users).where(eq(users.id, userId)).run()
    return pictures.map((picture) => picture.storageKey)
  })
}

/** All we keep about one account, without what would let somebody in. */
export async function exportAccount(db: Database, userId: string) {
  return db.transaction((orm) => {
    const user = orm.select().from(users).where(eq(users.id, userId)).get()
    if (!user) return null
    const { passwordHash: _hash, ...account } = user
    return {
      account,
      profile: orm.select().from(profiles).where(eq(profiles.id, userId)).get() ?? null,
      billing: orm.select().from(billing).where(eq(billing.userId, userId)).get() ?? null,
      usage: orm.select().from(usage).where(eq(usage.userId, userId)).all(),
      sessions: orm
        .select({ createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .all(),
      trialImages: orm.select().from(trialImages).where(eq(trialImages.userId, userId)).all(),
    }
  })
}

/** A disabled account is signed out everywhere and cannot sign in. */
export async function setDisabled(db: Database, userId: string, atMs: number | null): Promise<void> {
  db.transaction((orm) => {
    const disabledAt = atMs === null ? null : toSeconds(atMs)
    orm.update(users).set({ disabledAt }).where(eq(users.id, userId)).run()
    if (atMs !== null) orm.delete(sessions).where(eq(sessions.userId, userId)).run()
  })
}
