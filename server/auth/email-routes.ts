/** Routes that confirm an email address, send the confirmation email again, and change the address. */
import { Hono } from 'hono'
import { RULES } from '#server/config/rate-limits.ts'
import { emailKey, isNewEmail } from '#server/contract/api/credentials.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { Deps } from '#server/deps/deps.ts'
import { type JsonObject, jsonBody, text } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { limited } from '#server/http/rate-limit.ts'
import { confirmEmail, createAccount, findAccount, findAccountById } from './accounts.ts'
import { deviceCookies } from './device-cookie.ts'
import { moveAccount, readChange, requestEmailChange } from './email-change.ts'
import { findMatch } from './password.ts'
import { readAddress, readProof } from './read-credentials.ts'
import { proveOwner } from './second-factor.ts'
import { signedIn, signInBrowser } from './signed-in.ts'
import { findSignup, waitingHashes } from './signups.ts'
import { readToken, spendToken } from './tokens.ts'

/** The action of a confirmation link. It runs if the password matches one of `passwordHashes`. */
interface Errand {
  readonly passwordHashes: readonly string[]
  /** Returns the id of the account to sign in, or null if the address or the link was used in the meantime. */
  run(passwordHash: string): Promise<string | null>
}

export const emailRoutes = (deps: Deps) => {
  const devices = deviceCookies(deps)
  const changeLimit = limited(deps.limiter, RULES.emailUser, 'user') // counts only requests with a valid address
  return (
    new Hono<AppEnv>()
      // The password is required, because a stranger may have signed up with this address. Without the password, the
      // owner of the mailbox would activate the stranger's account by clicking the link.
      .post('/api/auth/email/verify', limited(deps.limiter, RULES.token), jsonBody(readConfirm), async (c) => {
        const { token, password } = c.req.valid('json')
        const errand = await findErrand(deps, token)
        if (!errand) return fail(c, 400, 'invalid_or_expired')
        const request = { purpose: 'signedIn', signal: c.req.raw.signal } as const
        const passwordHash = await findMatch(password, errand.passwordHashes, request)
        if (passwordHash === null) return fail(c, 401, 'wrong_password')
        const userId = await errand.run(passwordHash)
        if (userId === null) return fail(c, 400, 'invalid_or_expired')
        // the link and the password don't prove the second factor, so the owner of an account with a second factor must
        // sign in with the form
        const account = { id: userId, passwordHash }
        await signInBrowser(deps, devices, c, { account, secondFactor: false })
        return c.body(null, 204)
      })
      .post('/api/auth/email/send', signedIn(deps, RULES.tokenUser), async (c) => {
        if (!deps.mail.on) return fail(c, 503, 'no_mail')
        const { id, email, emailVerified } = c.get('user')
        if (emailVerified) return c.body(null, 204)
        await deps.mail.queue({ template: 'confirm-email', to: email, data: { userId: id } })
        return c.body(null, 204)
      })
      .post('/api/account/email', signedIn(deps), jsonBody(readWish), changeLimit, async (c) => {
        const { email, ...proof } = c.req.valid('json')
        // without emails, the response reveals a taken address: it does so before the proof uses up a code
        const holder = deps.mail.on ? null : await findAccount(deps.db, email)
        if (holder && holder.id !== c.get('user').id) return fail(c, 409, 'email_taken')
        const owner = await proveOwner(deps, c, proof, { rule: RULES.emailUser })
        if (!owner.ok) return owner.error
        const account = owner.value
        // without emails, the address changes without a confirmation
        if (!deps.mail.on && (await move(deps, account.id, email, false)) === null) return fail(c, 409, 'email_taken')
        if (!deps.mail.on) return c.json({ status: 'changed' as const }, 200)
        // the response is the same whether or not another account has the address
        await requestEmailChange(deps, account.id, email)
        await deps.mail.queue({ template: 'change-email', to: email, data: { userId: account.id } })
        if (emailKey(email) !== emailKey(account.email)) {
          const data = { to: email, link: `${deps.config.publicOrigin}/` }
          await deps.mail.queue({ template: 'email-changing', to: account.email, data })
        }
        return c.json({ status: 'check-your-mail' as const }, 202)
      })
  )
}

/** Returns the action of a link, or null if its secret is unknown or expired, or the account is disabled. */
async function findErrand(deps: Deps, token: string): Promise<Errand | null> {
  const signup = await findSignup(deps, token)
  if (signup) {
    // A link confirms any sign-up of its address, so strangers who use up the emails don't lock out the owner.
    const passwordHashes = await waitingHashes(deps, signup.email)
    return { passwordHashes, run: (passwordHash) => openAccount(deps, { email: signup.email, passwordHash }) }
  }
  const change = await readChange(deps, token)
  const userId = change?.userId ?? (await readToken(deps, 'verify_email', token))
  const account = userId === null ? null : await findAccountById(deps.db, userId)
  if (!account || account.disabledAt !== null) return null
  const { id } = account
  const passwordHashes = [account.passwordHash]
  if (change) return { passwordHashes, run: () => move(deps, id, change.email) }
  return { passwordHashes, run: () => confirm(deps, id, token) }
}

/** Creates the account. If an address has several sign-ups, the first confirmed one becomes the account. */
async function openAccount(deps: Deps, { email, passwordHash }: { email: string; passwordHash: string }) {
  const id = newId(deps.random)
  const credits = deps.config.freeCredits
  const account = { id, email, passwordHash, isVerified: true, credits, now: deps.now() }
  return (await createAccount(deps.db, account)) ? id : null
}

/** Changes the account's address. Returns the account's id, or null if another account has the address. */
async function move(deps: Deps, userId: string, email: string, isVerified = true): Promise<string | null> {
  if (!(await moveAccount(deps, userId, email, isVerified))) return null
  await deps.subscriptions.tellEmail(userId, email)
  return userId
}

async function confirm(deps: Deps, userId: string, token: string): Promise<string | null> {
  if ((await spendToken(deps, 'verify_email', token)) === null) return null
  await confirmEmail(deps.db, userId, deps.now())
  return userId
}

function readConfirm(body: JsonObject) {
  const token = text(body.token)
  const password = text(body.password)
  if (token === undefined || token.length > 100) return 'invalid_or_expired' as const
  return password === undefined ? ('wrong_password' as const) : { token, password }
}

function readWish(body: JsonObject) {
  const email = readAddress(body, isNewEmail)
  const proof = readProof(body)
  if (typeof proof === 'string') return proof
  return email === null ? ('invalid_email' as const) : { email, ...proof }
}
