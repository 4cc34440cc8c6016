/** Gives each request its hard headers, an id and the address it came from; writes one line when it is answered. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { clientAddress } from './address.ts'
import type { AppEnv } from './env.ts'
import { type Headers, setHeaders } from './headers.ts'

/** What the middleware needs. `trustProxy`: number of proxies whose X-Forwarded-For entries are believed. */
export interface RequestContextOptions {
  readonly log: Logger
  readonly random: (bytes: number) => Uint8Array
  readonly now: () => number
  readonly trustProxy: number
  readonly headers: Headers
}

/**
 * Creates the middleware. It sets `requestId`, `log`, `address` and the security headers, and logs method, path, status
 * and duration.
 */
export function requestContext(options: RequestContextOptions): MiddlewareHandler<AppEnv> {
  const { log, random, now, trustProxy, headers } = options
  // unique among processes by its beginning, within one by its number
  const prefix = Buffer.from(random(6)).toString('base64url')
  let count = 0
  return async (c, next) => {
    const started = now()
    count += 1
    const requestId = `${prefix}-${count.toString(36)}`
    c.set('requestId', requestId)
    c.set('log', log)
    c.set('address', () => {
      const socketAddress = c.env?.incoming?.socket.remoteAddress
      return clientAddress(socketAddress, c.req.header('x-forwarded-for'), trustProxy)
    })
    setHeaders(c, headers)
    setHeaders(c, [['X-Request-Id', requestId]])
    await next()
    // the path without its query, and the user's id, never the e-mail
    const { method, path } = c.req
    const { status } = c.res
    const level = method === 'GET' && status < 400 ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      log[level]({ requestId, method, path, status, ms: now() - started, userId: c.get('user')?.id }, 'answered')
  }
}

/** Returns a logger whose lines contain the request's id. */
export const requestLog = (c: Context<AppEnv>): Logger => c.get('log').child({ requestId: c.get('requestId') })
