/** Rate limits of routes. A refused request is answered with 429 and Retry-After in seconds (RFC 9110 §10.2.3). */
import type { Context, MiddlewareHandler } from 'hono'
import type { Rule } from '../config/rate-limits.ts'
import type { ApiErrorCode } from '../contract/errors.ts'
import type { AppEnv } from './env.ts'
import { fail } from './errors.ts'
import type { Limiter } from './limiter.ts'

/**
 * Middleware that counts requests by client address or by user and answers 429 beyond the limit. 'address' must stand
 * before the session is read, 'user' after `signedIn`.
 */
export function limited(
  limiter: Limiter,
  rules: Rule | readonly Rule[],
  by: 'address' | 'user',
): MiddlewareHandler<AppEnv> {
  const all = 'name' in rules ? [rules] : rules
  return async (c, next) => {
    for (const rule of all) {
      const wait = await limiter.hit(rule, by === 'user' ? c.get('user').id : c.get('address')())
      if (wait !== null) return tooMany(c, wait)
    }
    return next()
  }
}

/** Responds 429 `too_many`. `waitSeconds`: the value of Retry-After. */
export const tooMany = (c: Context, waitSeconds: number) => refuseFor(c, waitSeconds, 'too_many')

/** Responds 429 with another error code. `waitSeconds`: the value of Retry-After. */
export function refuseFor<const Code extends ApiErrorCode>(c: Context, waitSeconds: number, code: Code) {
  c.header('Retry-After', String(waitSeconds))
  return fail(c, 429, code)
}
