/** The address on which the server listens, and the public origin. */
import { isLoopback } from '#server/contract/addresses.ts'
import { isHost } from './forms.ts'
import type { Reader } from './reader.ts'
import { VARIABLES } from './variables.ts'

const UNKNOWN_ORIGIN = 'http://localhost'

/**
 * Returns PUBLIC_ORIGIN without a trailing slash; on loopback it defaults to the address that the server listens on.
 */
export function readOrigin(reader: Reader, host: string, port: number): string {
  const text = reader.text('PUBLIC_ORIGIN')
  if (text === '' && isLoopback(host))
    return `http://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${port}`
  if (text === '') {
    reader.problem(
      'PUBLIC_ORIGIN is needed when HOST is not loopback: the address your visitors type, e.g. https://photos.example.org',
    )
    return UNKNOWN_ORIGIN
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  )
    return url.origin
  reader.problem('PUBLIC_ORIGIN must look like https://photos.example.org, without a path')
  return UNKNOWN_ORIGIN
}

/** Reads an address to listen on. Reports a mistake to `reader` and then returns the default. */
export function readHost(reader: Reader, name: 'HOST' | 'METRICS_HOST'): string {
  const host = reader.text(name)
  if (isHost(host)) return host
  reader.problem(`${name} must be an IP address or a host name, e.g. 127.0.0.1 or 0.0.0.0`)
  return VARIABLES[name].default
}
