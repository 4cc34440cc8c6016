/** Middleware that requires a session, and the function that starts a session. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Rule } from '#server/config/rate-limits.ts'
import type { Deps, FoundSession, Proof } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { requestLog } from '#server/http/request-context.ts'
import type { DeviceCookies } from './device-cookie.ts'

/** Decides by the session whether to admit a request. Returns a rejection, or null to continue. */
export type Admit = (c: Context<AppEnv>, found: FoundSession | null) => Response | null

/** Admits every user who is signed in. */
const admitSignedIn: Admit = (c, found) => (found ? null : fail(c, 401, 'signed_out'))

/**
 * Returns a middleware that sets `user` and `sessionId`. It sends `admit`'s error (401 if signed out), or 429 above
 * `rule`'s limit. It looks up the session once per request, because only the first look-up returns the renewed cookie.
 */
export function signedIn({ sessions, limiter }: Deps, rule?: Rule, admit = admitSignedIn): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const found = await sessions.find(c.req.header('cookie'))
    const refusal = admit(c, found)
    if (refusal || !found) return refusal ?? fail(c, 401, 'signed_out')
    if (found.renewed) c.header('Set-Cookie', found.renewed, { append: true })
    c.set('user', found.user)
    c.set('sessionId', found.sessionId)
    const wait = rule ? await limiter.hit(rule, found.user.id) : null
    return wait === null ? next() : tooMany(c, wait)
  }
}

/**
 * Starts a session, sets both cookies, and deletes the browser's previous session (against session fixation). Returns
 * false and doesn't start a session if the account has changed since the password check (see `Sessions.start`).
 */
export async function signInBrowser(
  { sessions }: Pick<Deps, 'sessions'>,
  devices: DeviceCookies,
  c: Context<AppEnv>,
  proof: Proof,
): Promise<boolean> {
  const { id } = proof.account
  const cookie = await sessions.start(proof, c.req.header('user-agent'))
  if (cookie === null) return false
  const old = await sessions.find(c.req.header('cookie'))
  if (old) await sessions.end(old.sessionId)
  requestLog(c).info({ account: id, address: c.get('address')() }, 'signed in')
  c.header('Set-Cookie', cookie, { append: true })
  c.header('Set-Cookie', await devices.issue(proof.account, c.req.header('cookie')), { append: true })
  return true
}

/**
 * Answers 204. Deletes the session cookie and the cache, but not the browser's storage (autosaved work, tour state).
 */
export function respondSignedOut({ sessions }: Pick<Deps, 'sessions'>, c: Context<AppEnv>) {
  c.header('Set-Cookie', sessions.blank, { append: true })
  c.header('Clear-Site-Data', '"cache"')
  return c.body(null, 204)
}
