/** Applies rate limits to routes. Rejects with 429 and Retry-After in seconds (RFC 9110 §10.2.3). */
import type { Context, MiddlewareHandler } from 'hono'
import type { Rule } from '#server/config/rate-limits.ts'
import type { ApiErrorCode } from '#server/contract/api/errors.ts'
import type { AppEnv } from './env.ts'
import { fail } from './errors.ts'
import type { Limiter } from './limiter.ts'
import { siteOf } from './request-context.ts'

/**
 * Limits requests by client address ('address'), by its IPv6 /48 ('site', which ignores IPv4 addresses), or by account
 * ('user', after `signedIn`).
 */
export function limited(
  limiter: Limiter,
  rule: Rule,
  by: 'address' | 'site' | 'user' = 'address',
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const address = c.get('address')()
    const who = by === 'user' ? c.get('user').id : by === 'site' ? siteOf(address) : address
    const wait = who === null ? null : await limiter.hit(rule, who)
    return wait === null ? next() : tooMany(c, wait)
  }
}

/** Returns 429 `too_many`. `waitSeconds`: value of Retry-After. */
export const tooMany = (c: Context, waitSeconds: number) => refuseFor(c, waitSeconds, 'too_many')

/** Returns 429 with the error code `code`. `waitSeconds`: value of Retry-After. */
export function refuseFor<const Code extends ApiErrorCode>(c: Context, waitSeconds: number, code: Code) {
  c.header('Retry-After', String(waitSeconds))
  return fail(c, 429, code)
}
