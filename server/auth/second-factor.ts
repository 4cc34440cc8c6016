/** The second factor: a code of an authenticator app (RFC 6238: 6 digits, SHA-1, 30 s) or one of ten recovery codes. */
import { and, count, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodes, secondFactors, sessions } from '#drizzle/schema.ts'
import type { Rule } from '#server/config/rate-limits.ts'
import { err, ok, type Result } from '#server/contract/result.ts'
import { latestTime, MINUTE_MS } from '#server/contract/time.ts'
import { newId, sha256 } from '#server/crypto/secrets.ts'
import { type Database, perOrm, toMs, toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { type Account, confirmedFactor, provenAccount } from './accounts.ts'
import { codeCountersOf, warnOwner } from './guess-limits.ts'
import type { Clock } from './tokens.ts'

const RECOVERY_CODES = 10
/** How long after a confirmation the user may repeat it because the first response was lost, ms. */
const LOST_RESPONSE_MS = 10 * MINUTE_MS
/** Returned columns of an UPDATE or DELETE. An empty result means that no row matched. */
const OWNER = { userId: secondFactors.userId }

const ofUser = (userId: string) => eq(secondFactors.userId, userId)
const isOn = (userId: string) => and(ofUser(userId), isNotNull(secondFactors.confirmedAt))

/** Returns whether the account has a second factor, and how many of its recovery codes are unused. */
export async function secondFactorState(db: Database, userId: string) {
  const on = await hasSecondFactor(db, userId)
  const mine = eq(recoveryCodes.userId, userId)
  const left = await db.query((orm) => orm.select({ left: count() }).from(recoveryCodes).where(mine).get())
  return { on, codesLeft: left?.left ?? 0 }
}

/** Returns true if a sign-in to the account needs a code. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  return (await db.query((orm) => confirmed(orm).get({ userId }))) !== undefined
}

const confirmed = perOrm((orm) => confirmedFactor(orm, sql.placeholder('userId')).prepare())

/** Stores a new secret, which the user must confirm. Returns null if the second factor is on. */
export async function beginSetup({ db, random }: Clock, userId: string): Promise<string | null> {
  const secret = newSecret(random)
  const target = secondFactors.userId
  const kept = await db.query((orm) =>
    orm
      .insert(secondFactors)
      .values({ userId, secret })
      .onConflictDoUpdate({ target, set: { secret, lastStep: 0 }, setWhere: isNull(secondFactors.confirmedAt) })
      .returning(OWNER)
      .get(),
  )
  return kept ? secret : null
}

/**
 * Turns the second factor on and ends all other sessions. Returns the recovery codes. Returns null if the code is
 * wrong, or if there is no secret to confirm. Returns 'is-on', without checking the code, if the second factor was
 * turned on less than `LOST_RESPONSE_MS` ago: the response to the first request may have been lost.
 */
export async function confirmSetup(
  { db, now, random }: Clock,
  userId: string,
  sessionId: string,
  code: string,
): Promise<string[] | 'is-on' | null> {
  const row = await db.query((orm) => orm.select().from(secondFactors).where(ofUser(userId)).get())
  if (row?.confirmedAt) return now() - toMs(row.confirmedAt) < LOST_RESPONSE_MS ? 'is-on' : null
  const lastStep = row ? stepOfCode(row.secret, normalizeCode(code), now()) : null
  if (!row || lastStep === null) return null
  const codes = Array.from({ length: RECOVERY_CODES }, () => newId(random))
  const waiting = and(ofUser(userId), isNull(secondFactors.confirmedAt), eq(secondFactors.secret, row.secret))
  const current = sha256(sessionId)
  return db.transaction(async (orm) => {
    const set = { confirmedAt: toSeconds(now()), lastStep }
    const done = await orm.update(secondFactors).set(set).where(waiting).returning(OWNER).get()
    if (!done) return null // another request has confirmed or replaced the secret
    await orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
    const rows = codes.map((each) => ({ userId, hash: sha256(each) }))
    await orm.insert(recoveryCodes).values(rows).run()
    const others = and(eq(sessions.userId, userId), ne(sessions.idHash, current))
    await orm.delete(sessions).where(others).run()
    await orm.update(sessions).set({ secondFactor: true }).where(eq(sessions.idHash, current)).run()
    return codes.map(inGroups)
  })
}

/** Turns the second factor off and deletes its recovery codes. Returns false if the second factor was off. */
export async function removeSecondFactor(db: Database, userId: string): Promise<boolean> {
  const gone = await db.query((orm) => orm.delete(secondFactors).where(isOn(userId)).returning(OWNER).get())
  return gone !== undefined
}

/**
 * Checks a code and, unless `keepsCode` is true, uses it up. Attempts are limited per account and per known browser
 * (`browserId`, null for an unknown browser). An attempt beyond a limit sends an email to the owner, because somebody
 * may know the password.
 */
export async function tryCode(
  deps: Deps,
  { id, email }: Pick<Account, 'id' | 'email'>,
  code: string,
  browserId: string | null,
  keepsCode = false,
): Promise<Result<null, 'wrong_code' | { waitSeconds: number }>> {
  const counters = codeCountersOf(id, browserId)
  const refusal = await deps.limiter.hitInTurn(counters)
  if (refusal) {
    await warnOwner(deps, email)
    return err({ waitSeconds: refusal.waitSeconds })
  }
  if (!(await acceptsCode(deps, id, code, keepsCode))) return err('wrong_code')
  await deps.limiter.forgive(counters)
  return ok(null)
}

/**
 * Checks the password and, with a second factor, the code. Returns the user's account or the rejection. `rule` has
 * counted the request, but a request without the code doesn't count: the client sends it to learn that a code is
 * needed. `keepsCode`: see `tryCode`.
 */
export async function proveOwner(
  deps: Deps,
  c: Context<AppEnv>,
  { password, code }: { password: string; code?: string | undefined },
  { rule, keepsCode = false }: { rule: Rule; keepsCode?: boolean },
) {
  const { id } = c.get('user')
  // before the password, because a request that doesn't count must not cost a password hash
  if (code === undefined && (await hasSecondFactor(deps.db, id))) {
    await deps.limiter.forgive([[rule, id]])
    return err(fail(c, 401, 'code_needed'))
  }
  const account = await provenAccount(deps.db, id, password, c.req.raw.signal)
  if (!account) return err(fail(c, 401, 'wrong_password'))
  if (!(await hasSecondFactor(deps.db, id))) return ok(account)
  if (code === undefined) return err(fail(c, 401, 'code_needed')) // turned on while the password was checked
  const checked = await tryCode(deps, account, code, c.get('sessionId'), keepsCode)
  if (checked.ok) return ok(account)
  return err(checked.error === 'wrong_code' ? fail(c, 401, 'wrong_code') : tooMany(c, checked.error.waitSeconds))
}

/** Uses up a code, unless `keepsCode` is true. Returns false if the code is wrong or was used before. */
async function acceptsCode({ db, now, log }: Deps, userId: string, typed: string, keepsCode: boolean) {
  const code = normalizeCode(typed)
  if (!/^\d{6}$/.test(code)) return acceptsRecoveryCode(db, userId, code, keepsCode)
  const row = await db.query((orm) => orm.select().from(secondFactors).where(isOn(userId)).get())
  const lastStep = row ? stepOfCode(row.secret, code, now()) : null
  if (lastStep === null) return false
  // checks and stores the step in one statement, because only one of two requests with the same code may succeed
  const latest = stepAt(latestTime(now()))
  if (row && row.lastStep > latest) log.warn({ userId }, 'a code was used in the future: check the machine’s clock')
  const isUnused = or(lt(secondFactors.lastStep, lastStep), gt(secondFactors.lastStep, latest))
  const isLater = and(isOn(userId), isUnused)
  const found = await db.query((orm) =>
    keepsCode
      ? orm.select(OWNER).from(secondFactors).where(isLater).get()
      : orm.update(secondFactors).set({ lastStep }).where(isLater).returning(OWNER).get(),
  )
  return found !== undefined
}

async function acceptsRecoveryCode(db: Database, userId: string, code: string, keepsCode: boolean): Promise<boolean> {
  const mine = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, sha256(code)))
  const owner = { userId: recoveryCodes.userId }
  const found = await db.query((orm) =>
    keepsCode
      ? orm.select(owner).from(recoveryCodes).where(mine).get()
      : orm.delete(recoveryCodes).where(mine).returning(owner).get(),
  )
  return found !== undefined
}

/**
 * Returns the code in lower case, without spaces and hyphens. Arabic and Persian digits become ASCII digits (the code of
 * their zero is divisible by 16).
 */
const normalizeCode = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .toLowerCase()

/** Formats a code as 'abcd-efgh-…', for people to read. */
const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Allowed difference between the clocks of server and app, in time steps. */
const DRIFT_STEPS = 1

/** Returns a new secret of 160 bits, in base32. */
export const newSecret = (random: (bytes: number) => Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32

const totpOf = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: STEP_SECONDS })

/** Returns the `otpauth://` address for an authenticator app's QR code. `brand` names the site in the app. */
export const setupUri = (secret: string, email: string, brand: string): string =>
  totpOf(secret, email, brand).toString()

/** Returns the time step of the code, or null if the code isn't valid at `nowMs` (ms since the Unix epoch). */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null // the library throws for characters other than ASCII digits
  const drift = totpOf(secret, '', '').validate({ token: code, timestamp: nowMs, window: DRIFT_STEPS })
  return drift === null ? null : stepAt(nowMs) + drift
}

const stepAt = (ms: number): number => Math.floor(ms / (STEP_SECONDS * 1000))
