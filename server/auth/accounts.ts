/** Finds, creates, changes, exports and deletes accounts. Each function runs one statement or transaction. */
import { domainToUnicode } from 'node:url'
import {
  and,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm'
import {
  billing,
  emailChanges,
  knownBrowsers,
  outbox,
  profiles,
  secondFactors,
  sessions,
  signups,
  tokens,
  trialImages,
  usage,
  users,
} from '#drizzle/schema.ts'
import { emailKey, plainEmail } from '#server/contract/api/credentials.ts'
import { type Database, type Orm, perOrm, toSeconds } from '#server/db/database.ts'
import { allowanceFor, rememberDeparture } from './departed.ts'
import { verifyPassword } from './password.ts'
import type { Clock } from './tokens.ts'

export type Account = typeof users.$inferSelect

export interface NewAccount extends Pick<Account, 'id' | 'email' | 'passwordHash'> {
  /** True if the new account doesn't need to confirm its address. */
  readonly isVerified: boolean
  /** Download credits that the free plan grants to a new address. */
  readonly credits: number
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Selects the account's second factor if it is on. */
export const confirmedFactor = (orm: Orm, userId: typeof users.id | Placeholder) =>
  orm
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))

/**
 * Returns the keys that an account with this address may have. Accounts of older versions of the program have a key
 * whose domain isn't converted to ASCII: the address as typed here (`plain`), or with a Unicode domain (`former`).
 */
function keysOf(email: string) {
  const key = emailKey(email)
  const former = key.replace(/(?<=@)[a-z\d.-]*xn--[a-z\d.-]*$/, (domain) => domainToUnicode(domain))
  return { key, former, plain: plainEmail(email) }
}

/**
 * Condition and order of the accounts with an address. If older versions have created two accounts of a mailbox, the
 * one with the typed spelling is first.
 */
const ofAddress = {
  where: inArray(users.emailKey, ['key', 'former', 'plain'].map(sql.placeholder)),
  orderBy: desc(eq(users.emailKey, sql.placeholder('plain'))),
}

/** Queries of accounts. The statements are prepared, because these queries are frequent. */
const lookups = perOrm((orm) => ({
  byEmail: orm.select().from(users).where(ofAddress.where).orderBy(ofAddress.orderBy).prepare(),
  toSignIn: orm
    .select({ ...getTableColumns(users), hasSecondFactor: sql<number>`${exists(confirmedFactor(orm, users.id))}` })
    .from(users)
    .where(ofAddress.where)
    .orderBy(ofAddress.orderBy)
    .prepare(),
  byId: orm
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
}))

/** Returns the account with this email address, however it is spelled (see `emailKey`), or null. */
export async function findAccount(db: Database, email: string): Promise<Account | null> {
  return (await db.query((orm) => lookups(orm).byEmail.get(keysOf(email)))) ?? null
}

/** Returns all accounts with this address. Older versions of the program may have created two. */
export const accountsOf = async (orm: Orm, email: string): Promise<Account[]> => lookups(orm).byEmail.all(keysOf(email))

/** Returns the account and whether signing in needs a second-factor code, or null. */
export async function findAccountToSignIn(
  db: Database,
  email: string,
): Promise<(Account & { readonly hasSecondFactor: boolean }) | null> {
  const row = await db.query((orm) => lookups(orm).toSignIn.get(keysOf(email)))
  return row ? { ...row, hasSecondFactor: row.hasSecondFactor === 1 } : null
}

/** Returns the account, or null if no account has this id. */
export async function findAccountById(db: Database, id: string): Promise<Account | null> {
  return (await db.query((orm) => lookups(orm).byId.get({ id }))) ?? null
}

/** Inserts the account and deletes all sign-ups of its address. Returns false if another account has the address. */
export async function createAccount(db: Database, account: NewAccount): Promise<boolean> {
  return db.transaction(async (orm) => {
    const { id, email, passwordHash, isVerified, credits } = account
    if ((await accountsOf(orm, email)).length > 0) return false
    const now = toSeconds(account.now)
    const key = emailKey(email)
    const row = { id, email, emailKey: key, passwordHash, emailVerifiedAt: isVerified ? now : null, createdAt: now }
    const insert = orm.insert(users).values(row).onConflictDoNothing({ target: users.emailKey })
    const made = await insert.returning({ id: users.id }).get()
    if (!made) return false
    const allowance = await allowanceFor(orm, email, credits)
    await orm
      .insert(profiles)
      .values({ id, ...allowance })
      .run()
    await orm.delete(signups).where(eq(signups.emailKey, key)).run()
    return true
  })
}

/** Sets the password hash. Ends all sessions and pending links, and forgets the known browsers. */
export async function setPassword(db: Database, userId: string, passwordHash: string): Promise<void> {
  await db.transaction(async (orm) => {
    await orm.update(users).set({ passwordHash }).where(eq(users.id, userId)).run()
    await orm.delete(sessions).where(eq(sessions.userId, userId)).run()
    await orm.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId)).run()
    await orm.delete(tokens).where(eq(tokens.userId, userId)).run()
    await orm.delete(emailChanges).where(eq(emailChanges.userId, userId)).run()
  })
}

/** Marks the account's address as confirmed. `now` is in ms since the Unix epoch. */
export async function confirmEmail(db: Database, userId: string, now: number): Promise<void> {
  // see `awaitsVerification` in drizzle/schema.ts
  const set = { emailVerifiedAt: toSeconds(now), awaitsVerification: false }
  await db.query((orm) => orm.update(users).set(set).where(eq(users.id, userId)).run())
}

/**
 * Deletes the account, its rows and its queued emails, and records how much of the free plan it has used
 * (`rememberDeparture`). A job later deletes the image files.
 */
export async function deleteAccount(clock: Clock, userId: string): Promise<void> {
  await clock.db.transaction(async (orm) => {
    await rememberDeparture(orm, userId, clock)
    await deleteMails(orm, userId)
    await orm.delete(users).where(eq(users.id, userId)).run()
  })
}

/**
 * Deletes the queued emails to the account's address, and those of its requests. Keeps notices for the operator, and
 * emails of other accounts to a requested address.
 */
async function deleteMails(orm: Orm, userId: string): Promise<void> {
  const present = orm
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId))
  const to = sql`lower(${outbox.to})` // a request may have used a different spelling
  const isOwn = or(inArray(to, present), eq(outbox.data, JSON.stringify({ userId })))
  await orm
    .delete(outbox)
    .where(and(isOwn, ne(outbox.template, 'operator-notice')))
    .run()
}

/** Returns the account's data, without secrets and unsent emails, or null if there is no such account. */
export async function exportAccount(db: Database, userId: string) {
  return db.transaction(async (orm) => {
    const user = await orm.select().from(users).where(eq(users.id, userId)).get()
    if (!user) return null
    const { passwordHash: _hash, ...account } = user
    const { idHash: _session, userId: _ofSession, ...session } = getTableColumns(sessions)
    const { createdAt } = knownBrowsers
    const { confirmedAt } = secondFactors
    const { email, expiresAt } = emailChanges
    const change = orm.select({ email, expiresAt }).from(emailChanges).where(eq(emailChanges.userId, userId))
    const factor = orm.select({ confirmedAt }).from(secondFactors).where(eq(secondFactors.userId, userId))
    return {
      account,
      profile: (await orm.select().from(profiles).where(eq(profiles.id, userId)).get()) ?? null,
      billing: (await orm.select().from(billing).where(eq(billing.userId, userId)).get()) ?? null,
      usage: await orm.select().from(usage).where(eq(usage.userId, userId)).all(),
      sessions: await orm.select(session).from(sessions).where(eq(sessions.userId, userId)).all(),
      knownBrowsers: await orm.select({ createdAt }).from(knownBrowsers).where(eq(knownBrowsers.userId, userId)).all(),
      secondFactor: (await factor.get()) ?? null,
      emailChange: (await change.get()) ?? null,
      trialImages: await orm.select().from(trialImages).where(eq(trialImages.userId, userId)).all(),
    }
  })
}

/**
 * Disables the account at `atMs` (ms since 1970). Ends its sessions and forgets its browsers. `null` enables the
 * account.
 */
export async function setDisabled(orm: Orm, userId: string, atMs: number | null): Promise<void> {
  const disabledAt = atMs === null ? null : toSeconds(atMs)
  await orm.update(users).set({ disabledAt }).where(eq(users.id, userId)).run()
  if (atMs === null) return
  await orm.delete(sessions).where(eq(sessions.userId, userId)).run()
  await orm.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId)).run()
}

/** Returns true if the account is an admin and enabled. */
export async function isEnabledAdmin(orm: Orm, userId: string): Promise<boolean> {
  const isEnabled = and(eq(users.id, userId), isNotNull(users.adminSince), isNull(users.disabledAt))
  return (await orm.select({ id: users.id }).from(users).where(isEnabled).get()) !== undefined
}

/** Makes the account an admin at `atMs` (ms since the Unix epoch). `null` removes this role. */
export async function setAdmin(db: Database, userId: string, atMs: number | null): Promise<void> {
  const adminSince = atMs === null ? null : toSeconds(atMs)
  await db.query((orm) => orm.update(users).set({ adminSince }).where(eq(users.id, userId)).run())
}

/** Returns the account if the password is right, otherwise null. `signal` aborts with the request. */
export async function provenAccount(
  db: Database,
  userId: string,
  password: string,
  signal: AbortSignal,
): Promise<Account | null> {
  const account = await findAccountById(db, userId)
  const request = { purpose: 'signedIn', signal } as const
  return account && (await verifyPassword(password, account.passwordHash, request)) ? account : null
}
