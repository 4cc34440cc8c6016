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
  // unique among processes by its beginning, within one by its number
  const prefix = Buffer.from(random(6)).toString('base64url')
  let count = 0
  return async (c, next) => {
    const started = now()
    count += 1
    const requestId = `${prefix}-${count.toString(36)}`
    const child = log.child({ requestId })
    c.set('requestId', requestId)
    c.set('log', child)
    const socketAddress = c.env?.incoming?.socket.remoteAddress
    c.set('address', clientAddress(socketAddress, c.req.header('x-forwarded-for'), trustProxy))
    c.header('X-Request-Id', requestId)
    await next()
    // the path without its query, and the user's id, never the e-mail
    const { method, path } = c.req
    const { status } = c.res
    const level = method === 'GET' && status < 400 ? 'debug' : 'info'
    child[level]({ method, path, status, ms: now() - started, userId: c.get('user')?.id }, 'answered')
  }
}
