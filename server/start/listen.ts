/** The HTTP server's port: taken at the start, given back without losing an answer. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../db/operator-error.ts'

/** Answers under way get this long: with the rest of stopping, less than the ten seconds after which containers are killed. */
const STOP_MS = 7000

/**
 * Answers the port, which PORT=0 leaves to the system.
 * @throws {OperatorError} where the port or the address cannot be had.
 */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  server.listen({ port, host: host.replace(/^\[|\]$/g, '') })
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} on ${host} is taken. Choose another one, e.g. PORT=${port + 1}`)
    if (typeof code === 'string')
      throw new OperatorError(`Cannot listen on ${host}, port ${port} (${code}). See HOST and PORT.`)
    throw error
  }
  return portOf(server)
}

/** Listening on TCP, so the address is neither a path nor null. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Ends once the answers under way are sent, or after seven seconds. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const patience = new AbortController()
  const cut = wait(STOP_MS, undefined, { signal: patience.signal }).then(
    () => server.closeAllConnections(),
    () => undefined, // all were done in time
  )
  await closed
  patience.abort()
  await cut
}
