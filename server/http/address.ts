/** Who is asking, as far as rate limits care. */
import { isIPv6 } from 'node:net'

/** A proxy may pass on what it does not understand; as a key it must stay short. */
const MAX_LENGTH = 64

/**
 * Returns the client's address. `trustProxy`: number of reverse proxies in front of the server. Each appends the
 * address that it saw to X-Forwarded-For, so the entry at that position from the end is the last trustworthy one. With
 * 0 the header is ignored.
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

/** Some proxies write the port too: '1.2.3.4:5678', '[2001:db8::1]:5678'. A new port must not be a new visitor. */
const withoutPort = (entry: string): string => entry.replace(/^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/, '$1$2')

/** An IPv6 household has 2^64 addresses, so it counts as one /64; IPv4 stays as it is. */
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
