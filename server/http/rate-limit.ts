/** Rate limits of routes. A refused request is answered with 429 and Retry-After in seconds (RFC 9110 §10.2.3). */
import type { Context, MiddlewareHandler } from 'hono'
import type { Rule } from '#server/config/rate-limits.ts'
import type { ApiErrorCode } from '#server/contract/errors.ts'
import type { AppEnv } from './env.ts'
import { fail } from './errors.ts'
import type { Limiter } from './limiter.ts'
import { siteOf } from './request-context.ts'

/**
 * Middleware that counts requests by client address, by its IPv6 /48 ('site'), or by user. It answers 429 beyond the
 * limit. 'user' must stand after `signedIn`, the others before. 'site' counts no IPv4 address.
 */
export function limited(
  limiter: Limiter,
  rules: Rule | readonly Rule[],
  by: 'address' | 'site' | 'user',
): MiddlewareHandler<AppEnv> {
  const all = 'name' in rules ? [rules] : rules
  return async (c, next) => {
    const who = by === 'user' ? c.get('user').id : by === 'site' ? siteOf(c.get('address')()) : c.get('address')()
    for (const rule of all) {
      const wait = who === null ? null : await limiter.hit(rule, who)
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
