/** Single-use secrets in links that users get by email or from the operator. The database stores only their hashes. */

import { and, between, eq } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { tokens } from '#drizzle/schema.ts'
import { HOUR_MS, latestTime } from '#server/contract/time.ts'
import { newToken, sha256 } from '#server/crypto/secrets.ts'
import { toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'

/** The action that a token permits. */
export type TokenKind = 'verify_email' | 'reset_password'

/** Time until a link expires, ms. */
export const LINK_LIFE_MS: Record<TokenKind, number> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS }

export type Clock = Pick<Deps, 'db' | 'now' | 'random'>

export type Timed = Pick<Clock, 'db' | 'now'>

/** Creates a token and returns its secret. Invalidates the account's earlier tokens of the same kind. */
export async function issueToken({ db, now, random }: Clock, kind: TokenKind, userId: string): Promise<string> {
  const token = newToken(random)
  const row = { hash: sha256(token), kind, userId, expiresAt: toSeconds(now() + LINK_LIFE_MS[kind]) }
  const older = and(eq(tokens.userId, userId), eq(tokens.kind, kind))
  await db.transaction(async (orm) => {
    await orm.delete(tokens).where(older).run()
    await orm.insert(tokens).values(row).run()
  })
  return token
}

/**
 * Returns the token's account id without using the token up. Null for a token that is invalid or of a different kind.
 */
export async function readToken({ db, now }: Timed, kind: TokenKind, token: string): Promise<string | null> {
  const fresh = freshToken(kind, token, now())
  const found = await db.query((orm) => orm.select({ userId: tokens.userId }).from(tokens).where(fresh).get())
  return found?.userId ?? null
}

/**
 * Returns the account's id and uses the token up. Null if the token is unknown, used or expired. Only one of several
 * concurrent calls returns the id.
 */
export async function spendToken({ db, now }: Timed, kind: TokenKind, token: string): Promise<string | null> {
  const fresh = freshToken(kind, token, now())
  const spent = await db.query((orm) => orm.delete(tokens).where(fresh).returning({ userId: tokens.userId }).get())
  return spent?.userId ?? null
}

const freshToken = (kind: TokenKind, token: string, now: number) =>
  and(eq(tokens.hash, sha256(token)), eq(tokens.kind, kind), isOpen(tokens.expiresAt, kind, now))

/**
 * Returns the condition that a link hasn't expired. A link that expires too late was issued by a wrong clock, and is
 * invalid.
 */
export const isOpen = (expiresAt: SQLiteColumn, kind: TokenKind, now: number) =>
  between(expiresAt, toSeconds(now) + 1, toSeconds(latestTime(now + LINK_LIFE_MS[kind])))
