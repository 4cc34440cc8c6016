/** Sign up, sign in, sign out, and who am I. */
import { Hono } from 'hono'
import { emailKey } from '../contract/credentials.ts'
import { secretLink } from '../contract/links.ts'
import type { Deps } from '../deps.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fail } from '../http/errors.ts'
import { limited, RULES } from '../http/rate-limit.ts'
import { newId, sha256 } from '../secrets.ts'
import { type Account, createAccount, findAccount } from './accounts.ts'
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password.ts'
import { readLogin, readSignup } from './read-credentials.ts'
import { issueToken } from './tokens.ts'

/** Past its limit an account is slowed down, not locked: locking would let anyone lock anyone out. */
const SLOW_LOGIN_MS = 2000

export const authRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .post(
      '/api/auth/signup',
      limited(deps.limiter, RULES.signupHour, 'address'),
      limited(deps.limiter, RULES.signupDay, 'address'),
      jsonBody(readSignup),
      async (c) => {
        const { email, password, returnUrl } = c.req.valid('json')
        const confirmFirst = deps.config.requireVerifiedEmail
        // hashed in every case, so that a taken address takes no less time
        const passwordHash = await hashPassword(password, deps.random)
        const id = newId(deps.random)
        const credits = deps.config.freeCredits
        const made = await createAccount(deps.db, {
          id,
          email,
          passwordHash,
          awaitsVerification: confirmFirst,
          credits,
          now: deps.now(),
        })
        if (confirmFirst) {
          await mailAfterSignup(deps, email)
          return c.json({ status: 'check-your-mail' as const }, 202)
        }
        // without mail the answer has to say it; the rate limit bounds how many addresses one can try
        if (!made) return fail(c, 409, 'email_taken')
        c.header('Set-Cookie', await replaceSession(deps, c.req.header('cookie'), id), { append: true })
        return c.json({ returnUrl }, 201)
      },
    )
    .post('/api/auth/login', limited(deps.limiter, RULES.login, 'address'), jsonBody(readLogin), async (c) => {
      const { email, password, returnUrl } = c.req.valid('json')
      const slow = await deps.limiter.hit(RULES.loginAccount, sha256(emailKey(email)))
      if (slow !== null) await deps.pause(SLOW_LOGIN_MS)
      const account = await findAccount(deps.db, email)
      const matches = await verifyPassword(password, account?.passwordHash ?? NOBODYS_HASH)
      if (!account || !matches || !maySignIn(account)) return fail(c, 401, 'bad_credentials')
      c.header('Set-Cookie', await replaceSession(deps, c.req.header('cookie'), account.id), { append: true })
      const user = { id: account.id, email: account.email, emailVerified: account.emailVerifiedAt !== null }
      return c.json({ user, returnUrl }, 200)
    })
    .post('/api/auth/logout', limited(deps.limiter, RULES.logout, 'address'), async (c) => {
      const found = await deps.sessions.find(c.req.header('cookie'))
      if (found) await deps.sessions.end(found.sessionId)
      c.header('Set-Cookie', deps.sessions.blank, { append: true })
      c.header('Clear-Site-Data', '"cache"') // not "storage": the tour's mark and the autosave stay
      return c.body(null, 204)
    })
    .get('/api/auth/session', limited(deps.limiter, RULES.session, 'address'), async (c) => {
      const found = await deps.sessions.find(c.req.header('cookie'))
      if (found?.renewed) c.header('Set-Cookie', found.renewed, { append: true })
      return c.json({ user: found?.user ?? null }, 200)
    })

const maySignIn = (account: Account): boolean => account.disabledAt === null && !account.awaitsVerification

/** A new id at every sign-in, and the browser's old session ended: an id planted before is worth nothing after. */
async function replaceSession({ sessions }: Deps, cookie: string | undefined, userId: string): Promise<string> {
  const old = await sessions.find(cookie)
  if (old) await sessions.end(old.sessionId)
  return sessions.start(userId)
}

/** The mailbox's owner learns what happened; who asked learns nothing. */
async function mailAfterSignup(deps: Deps, email: string): Promise<void> {
  const account = await findAccount(deps.db, email)
  if (!account) return
  const origin = deps.config.publicOrigin
  if (!account.awaitsVerification)
    return deps.mail.queue({ template: 'account-exists', to: account.email, data: { link: `${origin}/` } })
  const token = await issueToken(deps, 'verify_email', account.id)
  const link = secretLink(origin, 'verify-email', token)
  return deps.mail.queue({ template: 'verify-email', to: account.email, data: { link } })
}
