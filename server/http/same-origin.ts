/** Rejects requests that change data and may come from another site (CSRF). */
import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '#server/contract/pages/addresses.ts'
import type { AppEnv } from './env.ts'
import { fail, failWith } from './errors.ts'
import { requestLog } from './request-context.ts'

/** Shortest time in ms between two warnings about the address. */
const WARN_MS = 60_000
/** Maximum number of characters of an origin in the log and in the response. */
const MAX_ORIGIN = 300

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns 403 for requests that change data and come from other sites. `exempt`: unchecked paths, such as the signed
 * webhook.
 */
export function sameOriginOnly(publicOrigin: string, exempt: readonly string[]): MiddlewareHandler<AppEnv> {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || exempt.includes(c.req.path)) return next()
    if (isOwn(c.req.header('origin'), c.req.header('sec-fetch-site'), publicOrigin)) return next()
    const origin = c.req.header('origin')
    // the request may come from our own page at a different address, unless the browser reports another site
    const isForeign = c.req.header('sec-fetch-site') === 'cross-site'
    if (isForeign || origin === undefined || origin === 'null') return fail(c, 403, 'cross_site')
    const addresses = { opened: origin.slice(0, MAX_ORIGIN), address: publicOrigin }
    if (performance.now() - warnedAt > WARN_MS) {
      warnedAt = performance.now()
      requestLog(c).warn(addresses, 'the page was opened at another address than PUBLIC_ORIGIN')
    }
    return c.json({ error: { ...failWith('cross_site').error, ...addresses } }, 403)
  }
}

/**
 * Returns true if the headers Origin (`origin`) and Sec-Fetch-Site (`site`) show our own origin. If our origin is
 * loopback, other loopback origins also pass if Sec-Fetch-Site is same-origin or if protocol and port are equal.
 * Returns false if both headers are missing. Our origin comes from the settings, because a client can choose the header
 * Host.
 */
export function isOwn(origin: string | undefined, site: string | undefined, publicOrigin: string): boolean {
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site === 'same-origin'
  if (origin === publicOrigin) return true
  return isLoopbackAlias(origin, publicOrigin, site === 'same-origin')
}

/**
 * Returns true if both origins are loopback, and either only their host names differ or the browser `vouched` for them.
 */
function isLoopbackAlias(origin: string, publicOrigin: string, vouched: boolean): boolean {
  if (!URL.canParse(origin)) return false
  const [ours, theirs] = [new URL(publicOrigin), new URL(origin)]
  if (!isLoopback(ours.hostname) || !isLoopback(theirs.hostname)) return false
  return vouched || (ours.protocol === theirs.protocol && ours.port === theirs.port)
}
