/** API tokens: secrets with which an account's own programs act for it. Only their hashes are stored. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { apiTokens, users } from '#drizzle/schema.ts'
import { MAX_API_TOKENS } from '../contract/limits.ts'
import { newId, newToken, sha256 } from '../crypto/secrets.ts'
import { type Database, type Orm, perOrm } from '../db/database.ts'
import { toSeconds } from '../db/time.ts'
import type { Account } from './accounts.ts'
import type { Clock } from './tokens.ts'

/** One API token, as its owner sees it: without its secret. */
export interface ListedToken {
  readonly id: string
  readonly name: string
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds; null = never used. */
  readonly lastUsedAt: number | null
}

/** Programs that look for leaked secrets know ours by it. */
const PREFIX = 'midground_'
const SECRET = new RegExp(`^${PREFIX}[\\w-]{43}$`)

/** Returns the account's tokens, newest first. */
export async function listApiTokens(db: Database, userId: string): Promise<ListedToken[]> {
  const { id, name, createdAt, lastUsedAt } = apiTokens
  const mine = eq(apiTokens.userId, userId)
  const order = [desc(createdAt), desc(id)]
  return db.query((orm) =>
    orm
      .select({ id, name, createdAt, lastUsedAt })
      .from(apiTokens)
      .where(mine)
      .orderBy(...order)
      .all(),
  )
}

/**
 * Creates a token for an account whose password was just checked. `secret` is not stored and cannot be read again. Returns
 * 'full' at the limit of an account, and 'conflict' when the password has changed since or the account is gone.
 */
export async function createApiToken(
  { db, now, random }: Clock,
  account: Pick<Account, 'id' | 'passwordHash'>,
  name: string,
): Promise<{ readonly secret: string; readonly listed: ListedToken } | 'full' | 'conflict'> {
  const secret = PREFIX + newToken(random)
  const listed = { id: newId(random), name, createdAt: toSeconds(now()), lastUsedAt: null }
  const same = and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash), isNull(users.disabledAt))
  return db.transaction(async (orm) => {
    if (!(await orm.select({ id: users.id }).from(users).where(same).get())) return 'conflict'
    const mine = eq(apiTokens.userId, account.id)
    const found = await orm.select({ tokens: count() }).from(apiTokens).where(mine).get()
    if ((found?.tokens ?? 0) >= MAX_API_TOKENS) return 'full'
    await orm
      .insert(apiTokens)
      .values({ ...listed, userId: account.id, hash: sha256(secret) })
      .run()
    return { secret, listed }
  })
}

/** Revokes one token. Returns false if the account has none with this id. */
export async function revokeApiToken(db: Database, userId: string, id: string): Promise<boolean> {
  const mine = and(eq(apiTokens.id, id), eq(apiTokens.userId, userId))
  return (
    (await db.query((orm) => orm.delete(apiTokens).where(mine).returning({ id: apiTokens.id }).get())) !== undefined
  )
}

/** Whom a token speaks for. */
export interface TokenHolder {
  /** Id of the token; it is no secret. */
  readonly tokenId: string
  readonly userId: string
}

/** Prepared, because each call with a token makes both. */
const lookups = perOrm((orm) => ({
  byHash: orm
    .select({ tokenId: apiTokens.id, userId: apiTokens.userId })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.hash, sql.placeholder('hash')), isNull(users.disabledAt)))
    .prepare(),
  byId: orm
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.id, sql.placeholder('id')), isNull(users.disabledAt)))
    .prepare(),
}))

/**
 * Returns whom the `Authorization` header speaks for and notes the time; null where it holds no valid token. A token is
 * found by its hash, so the time of the comparison tells nothing about it.
 */
export async function findTokenHolder(
  { db, now }: Pick<Clock, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<TokenHolder | null> {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!SECRET.test(secret)) return null
  const holder = await db.query((orm) => lookups(orm).byHash.get({ hash: sha256(secret) }))
  if (!holder) return null
  const lastUsedAt = toSeconds(now())
  await db.query((orm) => orm.update(apiTokens).set({ lastUsedAt }).where(eq(apiTokens.id, holder.tokenId)).run())
  return holder
}

/** Returns whether the token has been neither revoked nor its account disabled; a step of the caller's transaction. */
export const isApiTokenValid = async (orm: Orm, tokenId: string): Promise<boolean> =>
  (await lookups(orm).byId.get({ id: tokenId })) !== undefined
