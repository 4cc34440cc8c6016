/** Connects Node's HTTP server with an app, and opens and closes its port. */
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { codeOf, OperatorError } from '#server/db/failure.ts'
import { failWith } from './errors.ts'
import type { HeaderSets } from './headers.ts'

/** Responds to a request. `env`: Hono's bindings. */
export type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Returns Node's request listener. It returns 400 for invalid requests (two Host headers, or an invalid URL). */
export function requestListener(fetch: Fetch, sets: HeaderSets): RequestListener {
  const headers = { ...Object.fromEntries(sets.api), 'Content-Type': 'application/json' }
  const body = JSON.stringify(failWith('invalid_request'))
  const errorHandler = () => new Response(body, { status: 400, headers }) // Hono calls this for an invalid URL
  const answer = getRequestListener(fetch, { errorHandler })
  // handles requests without a body, which need neither the clean-up of unread bytes nor its timers
  const answerBodiless = getRequestListener(fetch, { errorHandler, autoCleanupIncoming: false })
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasTwoHosts(incoming.rawHeaders)) return void (hasBody(incoming) ? answer : answerBodiless)(incoming, outgoing)
    outgoing.writeHead(400, { ...headers, Connection: 'close' })
    outgoing.end(body)
  }
}

/** Returns true if the headers announce a body (RFC 9112 §6). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** Returns true for two Host headers, which a server must reject (RFC 9112 §3.2): a proxy may have used either. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Listens and returns the port. `prefix` precedes HOST and PORT in messages. @throws {OperatorError} on failure */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  prefix: '' | 'METRICS_' = '',
): Promise<number> {
  server.listen({ port, host: host.replace(/^\[|\]$/g, '') })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} on ${host} is taken. Choose another one, e.g. ${prefix}PORT=${port + 1}`)
    if (code === '') throw cause
    throw new OperatorError(`Cannot listen on ${host}, port ${port} (${code}). See ${prefix}HOST and ${prefix}PORT.`, {
      cause,
    })
  }
  return portOf(server)
}

/** Returns the port of a server that listens on TCP. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Longest wait for running responses, in ms. A container is killed 10 s after its stop signal. */
const STOP_MS = 7000

/** Stops accepting requests. Resolves when all responses are sent, at most after seven seconds. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const patience = new AbortController()
  const cut = wait(STOP_MS, undefined, { signal: patience.signal }).then(
    () => server.closeAllConnections(),
    () => undefined, // all responses are sent
  )
  await closed
  patience.abort()
  await cut
}
