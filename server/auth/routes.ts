/** Routes to sign up, sign in and sign out, and to read the current session. */
import { type Context, Hono } from 'hono'
import { RULES } from '#server/config/rate-limits.ts'
import { emailKey } from '#server/contract/api/credentials.ts'
import { newId, sha256 } from '#server/crypto/secrets.ts'
import type { Deps } from '#server/deps/deps.ts'
import { jsonBody } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { BusyError, fail } from '#server/http/errors.ts'
import type { Counter } from '#server/http/limiter.ts'
import { limited, refuseFor, tooMany } from '#server/http/rate-limit.ts'
import { requestLog, siteOf } from '#server/http/request-context.ts'
import { type Account, createAccount, findAccountToSignIn } from './accounts.ts'
import { saltFor } from './departed.ts'
import { deviceCookies } from './device-cookie.ts'
import { countersOf, warnOwner } from './guess-limits.ts'
import { refuseIfFull } from './hasher.ts'
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password.ts'
import { readLogin, readSignup } from './read-credentials.ts'
import { tryCode } from './second-factor.ts'
import { respondSignedOut, signedIn, signInBrowser } from './signed-in.ts'
import { keepSignup } from './signups.ts'

export const authRoutes = (deps: Deps) => {
  const devices = deviceCookies(deps)
  return new Hono<AppEnv>()
    .post(
      '/api/auth/signup',
      jsonBody(readSignup(deps.config.brandName)),
      // counts only valid requests, so a rejected password doesn't count as a sign-up
      limited(deps.limiter, RULES.signupHour),
      limited(deps.limiter, RULES.signupDay),
      limited(deps.limiter, RULES.signupSite, 'site'),
      async (c) => {
        const { email, password, returnUrl } = c.req.valid('json')
        const id = newId(deps.random)
        if (deps.config.requireVerifiedEmail) {
          await waitForMailbox(deps, { id, email, password, network: c.get('address')() }, c.req.raw.signal)
          return c.json({ status: 'check-your-mail' as const }, 202)
        }
        // hashes the password even for an address with an account, because both responses must take equally long
        const passwordHash = await hashPassword(password, deps.random, { purpose: 'signUp', signal: c.req.raw.signal })
        const credits = deps.config.freeCredits
        const account = { id, email, passwordHash, isVerified: false, credits, now: deps.now() }
        // Without emails, the response must reveal whether the address has an account. The rate limit bounds how many
        // addresses a client can test.
        if (!(await createAccount(deps.db, account))) return fail(c, 409, 'email_taken')
        await signInBrowser(deps, devices, c, { account, secondFactor: false })
        return c.json({ returnUrl }, 201)
      },
    )
    .post('/api/auth/login', limited(deps.limiter, RULES.login), jsonBody(readLogin), async (c) => {
      const { email, password, code, returnUrl } = c.req.valid('json')
      const address = c.get('address')()
      const account = await findAccountToSignIn(deps.db, email)
      // searches without an account too, so that both cases take equally long
      const deviceId = await devices.recognize(c.req.header('cookie'), account?.id ?? '')
      const refused = await refusePassword(deps, c, account, { email, password, deviceId })
      if (refused || !account) return refused ?? fail(c, 401, wrongCredentials(deps))
      const { hasSecondFactor } = account
      if (hasSecondFactor) {
        if (code === undefined) return fail(c, 401, 'code_needed')
        const checked = await tryCode(deps, account, code, deviceId)
        if (!checked.ok) {
          requestLog(c).info({ account: account.id, address }, 'sign-in failed at the second factor')
          return checked.error === 'wrong_code' ? fail(c, 401, 'wrong_code') : tooMany(c, checked.error.waitSeconds)
        }
      }
      if (!(await signInBrowser(deps, devices, c, { account, secondFactor: hasSecondFactor })))
        return fail(c, 401, wrongCredentials(deps))
      const user = { id: account.id, email: account.email, emailVerified: account.emailVerifiedAt !== null }
      return c.json({ user, returnUrl }, 200)
    })
    .post('/api/auth/logout-everywhere', signedIn(deps), limited(deps.limiter, RULES.logout), async (c) => {
      await deps.sessions.endAll(c.get('user').id)
      await devices.forgetAll(c.get('user').id)
      return respondSignedOut(deps, c)
    })
    .post('/api/auth/logout', limited(deps.limiter, RULES.logout), async (c) => {
      const found = await deps.sessions.find(c.req.header('cookie'))
      if (found) await deps.sessions.end(found.sessionId)
      return respondSignedOut(deps, c)
    })
    .get('/api/auth/session', limited(deps.limiter, RULES.session), async (c) => {
      const found = await deps.sessions.find(c.req.header('cookie'))
      if (found?.renewed) c.header('Set-Cookie', found.renewed, { append: true })
      return c.json({ user: found?.user ?? null }, 200)
    })
}

/**
 * Returns the error of a wrong password. A sign-in for an unconfirmed sign-up gets this error too. Another error would
 * reveal that the address has no account yet.
 */
const wrongCredentials = ({ config }: Pick<Deps, 'config'>) =>
  config.requireVerifiedEmail ? 'bad_or_unconfirmed' : 'bad_credentials'

/** Counts a password attempt. Returns null for the right password, else the rejection. `deviceId`: null if unknown. */
async function refusePassword(
  deps: Deps,
  c: Context<AppEnv>,
  account: Account | null,
  { email, password, deviceId }: { email: string; password: string; deviceId: string | null },
) {
  const address = c.get('address')()
  const request = { purpose: deviceId === null ? 'signIn' : 'knownBrowser', signal: c.req.raw.signal } as const
  refuseIfFull(request.purpose) // checks the queue first, because counting an attempt takes longer
  const site = deviceId === null ? siteOf(address) : null
  const counters: Counter[] = [
    [RULES.loginFailed, address],
    ...(site === null ? [] : [[RULES.loginFailedSite, site] as const]),
    ...countersOf(email, deviceId !== null),
  ]
  const refusal = await deps.limiter.hitInTurn(counters)
  if (refusal?.rule === RULES.loginFailed || refusal?.rule === RULES.loginFailedSite)
    return tooMany(c, refusal.waitSeconds)
  if (refusal) {
    await warnOwner(deps, email)
    return refuseFor(c, refusal.waitSeconds, 'guarded')
  }
  // without an account, hashes too, so that the time doesn't reveal whether the account exists
  const hash = account?.passwordHash ?? NOBODYS_HASH
  const isRight = await verifyPassword(password, hash, request).catch(async (error) => {
    // this attempt doesn't count, because the queue was full and the password wasn't checked
    if (error instanceof BusyError) await deps.limiter.forgive(counters)
    throw error
  })
  if (!isRight || !account || account.disabledAt !== null || account.awaitsVerification) {
    requestLog(c).info({ account: account?.id ?? null, address }, 'sign-in failed')
    return fail(c, 401, wrongCredentials(deps))
  }
  // only failed attempts count toward the limit, because many users may share one IP address
  await deps.limiter.forgive(counters)
  return null
}

/**
 * Stores the sign-up until the owner of the address confirms it. Does the same work if the address has an account,
 * because the email is chosen only when it is sent. Emails are limited per client network, because strangers could use
 * up the owner's emails. Beyond the limit the server doesn't send an email, but earlier links still work with the
 * owner's password.
 */
async function waitForMailbox(
  deps: Deps,
  { id, email, password, network }: { id: string; email: string; password: string; network: string },
  signal: AbortSignal,
) {
  const salt = await saltFor(deps, email)
  const passwordHash = await hashPassword(password, () => salt, { purpose: 'signUp', signal })
  await keepSignup(deps, { id, email, passwordHash })
  const mailbox = sha256(emailKey(email))
  const counters = [
    [RULES.signupMail, `${mailbox} ${network}`],
    [RULES.signupMailAll, mailbox],
  ] as const
  if ((await deps.limiter.hitInTurn(counters)) === null)
    await deps.mail.queue({ template: 'sign-up', to: email, data: { signup: id } })
}
