/** Opens and closes the HTTP server's port. Closing waits for running responses. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { OperatorError } from '#server/db/failure.ts'

/** Longest wait for running responses, in ms. A container is killed 10 s after its stop signal. */
const STOP_MS = 7000

/**
 * Starts listening and returns the port, which the system chooses for PORT=0. @throws {OperatorError} if the port or
 * the address cannot be used
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

/** Returns the port of a server that listens on TCP. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Stops accepting requests. Resolves when the running ones are answered, or after seven seconds. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const patience = new AbortController()
  const cut = wait(STOP_MS, undefined, { signal: patience.signal }).then(
    () => server.closeAllConnections(),
    () => undefined, // all responses ended in time
  )
  await closed
  patience.abort()
  await cut
}
