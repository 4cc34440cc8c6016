/** Links from the mailbox or the operator. Kept hashed, spent once, dead after their time. */

import { and, eq, gt, lt } from 'drizzle-orm'
import { tokens } from '#drizzle/schema.ts'
import { type Database, step } from '../db/database.ts'
import { toSeconds } from '../db/time.ts'
import { newToken, sha256 } from '../secrets.ts'

export type TokenKind = 'verify_email' | 'reset_password'

const HOUR_MS = 3_600_000
const LIFE_MS: Record<TokenKind, number> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS }

interface Clock {
  readonly db: Database
  readonly now: () => number
  readonly random: (bytes: number) => Uint8Array
}

/** A fresh one replaces the older ones of its kind. */
export async function issueToken({ db, now, random }: Clock, kind: TokenKind, userId: string): Promise<string> {
  const token = newToken(random)
  const row = { hash: sha256(token), kind, userId, expiresAt: toSeconds(now() + LIFE_MS[kind]) }
  const older = and(eq(tokens.userId, userId), eq(tokens.kind, kind))
  await db.transaction(function* (orm) {
    yield* step(orm.delete(tokens).where(older).run())
    yield* step(orm.insert(tokens).values(row).run())
  })
  return token
}

/** The account the token was for; null if it is unknown, spent, too old or for something else. */
export async function spendToken(
  { db, now }: Pick<Clock, 'db' | 'now'>,
  kind: TokenKind,
  token: string,
): Promise<string | null> {
  const fresh = and(eq(tokens.hash, sha256(token)), eq(tokens.kind, kind), gt(tokens.expiresAt, toSeconds(now())))
  const spent = await db.query((orm) => orm.delete(tokens).where(fresh).returning({ userId: tokens.userId }).get())
  return spent?.userId ?? null
}

export async function sweepTokens({ db, now }: Pick<Clock, 'db' | 'now'>): Promise<void> {
  const passed = lt(tokens.expiresAt, toSeconds(now()))
  await db.query((orm) => orm.delete(tokens).where(passed).run())
}
