/** Requires a session, and begins one. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Deps, Proof, Sessions } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { requestLog } from '#server/http/request-context.ts'
import type { DeviceCookies } from './device-cookie.ts'

/**
 * Creates the middleware. It answers 401 `signed_out` without a valid session; with one it sets `user` and `sessionId`.
 */
export function signedIn({ sessions }: { readonly sessions: Sessions }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const found = await sessions.find(c.req.header('cookie'))
    if (!found) return fail(c, 401, 'signed_out')
    if (found.renewed) c.header('Set-Cookie', found.renewed, { append: true })
    c.set('user', found.user)
    c.set('sessionId', found.sessionId)
    return next()
  }
}

/**
 * Starts a session, and ends the browser's previous one to prevent session fixation. Sets the session cookie and the
 * device cookie on the response. Returns false, without a session or cookies, if the proof no longer counts (see
 * `Sessions.start`).
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
