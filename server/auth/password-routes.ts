/** Routes to request a password reset, to reset the password by an emailed link, and to change the password. */
import { Hono } from 'hono'
import { RULES } from '#server/config/rate-limits.ts'
import { emailKey } from '#server/contract/api/credentials.ts'
import { sha256 } from '#server/crypto/secrets.ts'
import type { Deps } from '#server/deps/deps.ts'
import { type JsonObject, jsonBody, text } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { limited, tooMany } from '#server/http/rate-limit.ts'
import { confirmEmail, findAccountById, provenAccount, setPassword } from './accounts.ts'
import { deviceCookies } from './device-cookie.ts'
import { hashPassword } from './password.ts'
import { isGuessable, readAddress, readNewPassword } from './read-credentials.ts'
import { hasSecondFactor } from './second-factor.ts'
import { signedIn, signInBrowser } from './signed-in.ts'
import { readToken, spendToken } from './tokens.ts'

export const passwordRoutes = (deps: Deps) => {
  const devices = deviceCookies(deps)
  return new Hono<AppEnv>()
    .post('/api/auth/password/forgot', limited(deps.limiter, RULES.forgot), jsonBody(readEmail), async (c) => {
      if (!deps.mail.on) return fail(c, 503, 'no_mail') // the response is the same for every address
      const { email } = c.req.valid('json')
      // The account is looked up when the email is sent. The response then takes equally long for every address.
      if ((await deps.limiter.hit(RULES.forgotAccount, sha256(emailKey(email)))) === null)
        await deps.mail.queue({ template: 'forgot-password', to: email, data: {} })
      return c.json({ status: 'check-your-mail' as const }, 202)
    })
    .post('/api/auth/password/reset', limited(deps.limiter, RULES.token), jsonBody(readReset), async (c) => {
      const { token, password } = c.req.valid('json')
      const owner = await readToken(deps, 'reset_password', token)
      const account = owner === null ? null : await findAccountById(deps.db, owner)
      if (!account) return fail(c, 400, 'invalid_or_expired')
      // checks the password before using up the link, because the user may try a better password
      if (isGuessable(password, [deps.config.brandName, account.email])) return fail(c, 422, 'common_password')
      const request = { purpose: 'signedIn', signal: c.req.raw.signal } as const
      // hashes before using up the link: if the queue is full (503), the link remains valid
      const passwordHash = await hashPassword(password, deps.random, request)
      const userId = await spendToken(deps, 'reset_password', token)
      if (userId === null) return fail(c, 400, 'invalid_or_expired')
      await setPassword(deps.db, userId, passwordHash)
      await confirmEmail(deps.db, userId, deps.now())
      await tellOfNewPassword(deps, account.email)
      c.header('Set-Cookie', deps.sessions.blank, { append: true })
      // lets the owner sign in from this browser even while strangers use up the account's attempts
      const deviceCookie = await devices.issue({ id: userId, passwordHash }, c.req.header('cookie'))
      c.header('Set-Cookie', deviceCookie, { append: true })
      return c.body(null, 204)
    })
    .post('/api/auth/password/change', signedIn(deps), jsonBody(readChange), async (c) => {
      const { current, next } = c.req.valid('json')
      const { id, email } = c.get('user')
      if (isGuessable(next, [deps.config.brandName, email])) return fail(c, 422, 'common_password')
      // counts only valid requests, so a rejected new password doesn't count as an attempt
      const wait = await deps.limiter.hit(RULES.passwordUser, id)
      if (wait !== null) return tooMany(c, wait)
      const account = await provenAccount(deps.db, id, current, c.req.raw.signal)
      if (!account) return fail(c, 401, 'wrong_password')
      const passwordHash = await hashPassword(next, deps.random, { purpose: 'signedIn', signal: c.req.raw.signal })
      await setPassword(deps.db, account.id, passwordHash)
      await tellOfNewPassword(deps, account.email)
      // if the account has a second factor, the user entered a code when this session began
      const secondFactor = await hasSecondFactor(deps.db, account.id)
      const proof = { account: { id: account.id, passwordHash }, secondFactor }
      // does nothing if the account has changed since the password check
      await signInBrowser(deps, devices, c, proof)
      return c.body(null, 204)
    })
}

/** Notifies the owner by email, because somebody else may have changed the password. */
const tellOfNewPassword = ({ mail, config }: Pick<Deps, 'mail' | 'config'>, to: string): Promise<void> =>
  mail.queue({ template: 'password-changed', to, data: { link: `${config.publicOrigin}/` } })

function readEmail(body: JsonObject) {
  const email = readAddress(body)
  return email === null ? ('invalid_email' as const) : { email }
}

function readReset(body: JsonObject) {
  const token = text(body.token)
  if (token === undefined) return 'invalid_or_expired' as const
  const password = readNewPassword(body.password)
  return password.ok ? { token, password: password.value } : password.error
}

function readChange(body: JsonObject) {
  const current = text(body.current)
  const next = readNewPassword(body.next)
  if (current === undefined) return 'invalid_request' as const
  return next.ok ? { current, next: next.value } : next.error
}
