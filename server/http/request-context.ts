/** Gives each request an id, a logger that carries it, and the address it came from; writes one line when it is answered. */
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { clientAddress } from './address.ts'
import type { AppEnv } from './env.ts'

export interface RequestContextOptions {
  readonly log: Logger
  readonly random: (bytes: number) => Uint8Array
  readonly now: () => number
  readonly trustProxy: number
}

export function requestContext({ log, random, now, trustProxy }: RequestContextOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = now()
    const requestId = Buffer.from(random(9)).toString('base64url')
    const child = log.child({ requestId })
    c.set('requestId', requestId)
    c.set('log', child)
    const socketAddress = c.env?.incoming?.socket.remoteAddress
    c.set('address', clientAddress(socketAddress, c.req.header('x-forwarded-for'), trustProxy))
    c.header('X-Request-Id', requestId)
    await next()
    // the path without its query, and the user's id, never the e-mail
    const { method, path } = c.req
    child.info({ method, path, status: c.res.status, ms: now() - started, userId: c.get('user')?.id }, 'answered')
  }
}
