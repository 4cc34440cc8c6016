/** Forgotten, reset and changed passwords; confirmed addresses. */
import { Hono } from 'hono'
import { emailKey, isEmail } from '../contract/credentials.ts'
import { secretLink } from '../contract/links.ts'
import type { Deps } from '../deps.ts'
import { type JsonObject, jsonBody, text } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fail } from '../http/errors.ts'
import { limited, RULES } from '../http/rate-limit.ts'
import { sha256 } from '../secrets.ts'
import { confirmEmail, findAccount, findAccountById, setPassword } from './accounts.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { readNewPassword } from './read-credentials.ts'
import { signedIn } from './signed-in.ts'
import { issueToken, spendToken } from './tokens.ts'

export const passwordRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .post(
      '/api/auth/password/forgot',
      limited(deps.limiter, RULES.forgot, 'address'),
      jsonBody(readEmail),
      async (c) => {
        if (!deps.mail.on) return fail(c, 503, 'no_mail') // the same for every address
        const { email } = c.req.valid('json')
        const spared = await deps.limiter.hit(RULES.forgotAccount, sha256(emailKey(email)))
        const account = spared === null ? await findAccount(deps.db, email) : null
        if (account && account.disabledAt === null) {
          const token = await issueToken(deps, 'reset_password', account.id)
          const link = secretLink(deps.config.publicOrigin, 'reset-password', token)
          await deps.mail.queue({ template: 'reset-password', to: account.email, data: { link } })
        }
        return c.json({ status: 'check-your-mail' as const }, 202)
      },
    )
    .post('/api/auth/password/reset', limited(deps.limiter, RULES.token, 'address'), jsonBody(readReset), async (c) => {
      const { token, password } = c.req.valid('json')
      const userId = await spendToken(deps, 'reset_password', token)
      if (userId === null) return fail(c, 400, 'invalid_or_expired')
      await setPassword(deps.db, userId, await hashPassword(password, deps.random))
      await confirmEmail(deps.db, userId, deps.now())
      c.header('Set-Cookie', deps.sessions.blank, { append: true })
      return c.body(null, 204)
    })
    .post(
      '/api/auth/password/change',
      signedIn(deps),
      limited(deps.limiter, RULES.passwordUser, 'user'),
      jsonBody(readChange),
      async (c) => {
        const { current, next } = c.req.valid('json')
        const account = await findAccountById(deps.db, c.get('user').id)
        if (!account || !(await verifyPassword(current, account.passwordHash))) return fail(c, 401, 'wrong_password')
        await setPassword(deps.db, account.id, await hashPassword(next, deps.random))
        c.header('Set-Cookie', await deps.sessions.start(account.id), { append: true })
        return c.body(null, 204)
      },
    )
    .post('/api/auth/email/verify', limited(deps.limiter, RULES.token, 'address'), jsonBody(readToken), async (c) => {
      const userId = await spendToken(deps, 'verify_email', c.req.valid('json').token)
      if (userId === null) return fail(c, 400, 'invalid_or_expired')
      await confirmEmail(deps.db, userId, deps.now())
      return c.body(null, 204)
    })
    .post('/api/auth/email/send', signedIn(deps), limited(deps.limiter, RULES.tokenUser, 'user'), async (c) => {
      if (!deps.mail.on) return fail(c, 503, 'no_mail')
      const { id, email, emailVerified } = c.get('user')
      if (emailVerified) return c.body(null, 204)
      const link = secretLink(deps.config.publicOrigin, 'verify-email', await issueToken(deps, 'verify_email', id))
      await deps.mail.queue({ template: 'verify-email', to: email, data: { link } })
      return c.body(null, 204)
    })

function readEmail(body: JsonObject) {
  const email = text(body.email)?.trim()
  return email !== undefined && isEmail(email) ? { email } : ('invalid_email' as const)
}

function readToken(body: JsonObject) {
  const token = text(body.token)
  return token !== undefined && token.length <= 100 ? { token } : ('invalid_or_expired' as const)
}

function readReset(body: JsonObject) {
  const found = readToken(body)
  if (typeof found === 'string') return found
  const password = readNewPassword(body.password, null)
  return password.ok ? { ...found, password: password.value } : password.error
}

function readChange(body: JsonObject) {
  const current = text(body.current)
  const next = readNewPassword(body.next, null)
  if (current === undefined) return 'invalid_request' as const
  return next.ok ? { current, next: next.value } : next.error
}
