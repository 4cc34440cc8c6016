/** Between Node's HTTP server and the app: what is no request of ours is answered here, with the same hard headers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { failWith } from './errors.ts'
import type { HeaderSets } from './headers.ts'

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/**
 * Returns the listener for Node's HTTP server. It answers requests that are no valid HTTP (two Host headers, an invalid
 * URL) with 400 itself, and passes the others to `fetch`.
 */
export function requestListener(fetch: Fetch, sets: HeaderSets): RequestListener {
  const headers = { ...Object.fromEntries(sets.api), 'Content-Type': 'application/json' }
  const body = JSON.stringify(failWith('invalid_request'))
  // an address that is no URL never becomes a request
  const errorHandler = () => new Response(body, { status: 400, headers })
  const answer = getRequestListener(fetch, { errorHandler })
  // what a refused body leaves on the wire is cleared away with timers, which a request without one need not pay for
  const answerBodiless = getRequestListener(fetch, { errorHandler, autoCleanupIncoming: false })
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasTwoHosts(incoming.rawHeaders)) return void (hasBody(incoming) ? answer : answerBodiless)(incoming, outgoing)
    outgoing.writeHead(400, { ...headers, Connection: 'close' })
    outgoing.end(body)
  }
}

/** RFC 9112 §6: by its headers alone. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** RFC 9112 §3.2: a server must refuse them, for a proxy before it may have read the other one. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
