/**
 * Middleware that requires a session. Sets `user` and `sessionId` for the handler and renews the cookie if needed;
 * responds 401 `signed_out` without a session.
 */
import type { MiddlewareHandler } from 'hono'
import type { Sessions } from '../deps/sessions.ts'
import type { AppEnv } from '../http/env.ts'
import { fail } from '../http/errors.ts'

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
