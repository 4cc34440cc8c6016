/** Links from the mailbox or the operator. Kept hashed, spent once, dead after their time. */

import { and, eq, gt, lt } from 'drizzle-orm'
import { tokens } from '#drizzle/schema.ts'
import { newToken, sha256 } from '../crypto/secrets.ts'
import { type Database, step } from '../db/database.ts'
import { deleteInSteps } from '../db/sweep.ts'
import { toSeconds } from '../db/time.ts'

export type TokenKind = 'verify_email' | 'reset_password'

const HOUR_MS = 3_600_000
/** How long the links of our mails work. */
export const LINK_LIFE_MS: Record<TokenKind, number> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS }

export interface Clock {
  readonly db: Database
  readonly now: () => number
  readonly random: (bytes: number) => Uint8Array
}

/** A fresh one replaces the older ones of its kind. */
export async function issueToken({ db, now, random }: Clock, kind: TokenKind, userId: string): Promise<string> {
  const token = newToken(random)
  const row = { hash: sha256(token), kind, userId, expiresAt: toSeconds(now() + LINK_LIFE_MS[kind]) }
  const older = and(eq(tokens.userId, userId), eq(tokens.kind, kind))
  await db.transaction(function* (orm) {
    yield* step(orm.delete(tokens).where(older).run())
    yield* step(orm.insert(tokens).values(row).run())
  })
  return token
}

/** The account a token is for, without spending it; null if it is unknown, spent, too old or for something else. */
export async function readToken(
  { db, now }: Pick<Clock, 'db' | 'now'>,
  kind: TokenKind,
  token: string,
): Promise<string | null> {
  const fresh = freshToken(kind, token, now())
  const found = await db.query((orm) => orm.select({ userId: tokens.userId }).from(tokens).where(fresh).get())
  return found?.userId ?? null
}

/** The same, once. */
export async function spendToken(
  { db, now }: Pick<Clock, 'db' | 'now'>,
  kind: TokenKind,
  token: string,
): Promise<string | null> {
  const fresh = freshToken(kind, token, now())
  const spent = await db.query((orm) => orm.delete(tokens).where(fresh).returning({ userId: tokens.userId }).get())
  return spent?.userId ?? null
}

const freshToken = (kind: TokenKind, token: string, now: number) =>
  and(eq(tokens.hash, sha256(token)), eq(tokens.kind, kind), gt(tokens.expiresAt, toSeconds(now)))

export async function sweepTokens({ db, now }: Pick<Clock, 'db' | 'now'>): Promise<void> {
  const passed = lt(tokens.expiresAt, toSeconds(now()))
  await deleteInSteps(db, tokens, passed)
}
