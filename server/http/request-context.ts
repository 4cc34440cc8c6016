/** Middleware of all requests: sets security headers, a request id and the client's address, and logs each response. */

import { isIPv6 } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './env.ts'
import { type Headers, setHeaders } from './headers.ts'

/** `trustProxy`: number of proxies whose entries in X-Forwarded-For are trusted. */
export interface RequestContextOptions {
  readonly log: Logger
  readonly random: (bytes: number) => Uint8Array
  readonly now: () => number
  readonly trustProxy: number
  readonly headers: Headers
}

/** Creates the middleware. It sets the request's id, logger and address, sets headers, and logs each response. */
export function requestContext(options: RequestContextOptions): MiddlewareHandler<AppEnv> {
  const { log, random, now, trustProxy, headers } = options
  // the prefix is unique among processes, the number within a process
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
    // logs neither the query nor the email address, because both are private
    const { method, path } = c.req
    const { status } = c.res
    const level = method === 'GET' && status < 400 ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      log[level]({ requestId, method, path, status, ms: now() - started, userId: c.get('user')?.id }, 'answered')
  }
}

/** Returns a logger that adds the request's id to each line. */
export const requestLog = (c: Context<AppEnv>): Logger => c.get('log').child({ requestId: c.get('requestId') })

/** Maximum length of an address in characters. It is part of a key, and a proxy may send any text. */
const MAX_LENGTH = 64

/**
 * Returns the client's address. Each of the `trustProxy` proxies appends the address that it sees to X-Forwarded-For,
 * so the entry at this position from the end is the last trusted one. With 0, ignores the header.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const entries = forwardedFor?.split(',').map((entry) => entry.trim()) ?? []
  const believed = trustProxy > 0 ? entries[entries.length - trustProxy] : undefined
  return networkOf(withoutPort(believed || socketAddress || 'unknown'))
}

/** Removes the port that some proxies add: '1.2.3.4:5678', '[2001:db8::1]:5678'. */
const withoutPort = (entry: string): string => entry.replace(/^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/, '$1$2')

/** Returns the IPv6 /48 of a /64 from `clientAddress`, or null for an IPv4 address. */
export const siteOf = (network: string): string | null => {
  const parts = /^(.+:.+:.+):[^:]+::\/64$/.exec(network)
  return parts ? `${parts[1]}::/48` : null
}

/** Returns the /64 of an IPv6 address, because one household has 2^64 addresses. Returns an IPv4 address unchanged. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address.slice(0, MAX_LENGTH)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address.slice(0, MAX_LENGTH)
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}
