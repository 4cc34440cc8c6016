/** GET /metrics on a port of its own, which the reverse proxy does not know: each of several processes has one. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deps } from '../deps/deps.ts'
import { isBearer, METRICS_PATH } from './routes.ts'

export interface MetricsPort {
  readonly port: number
  close(): void
}

/** Null where none is configured; 'taken' if somebody else has the port. */
export async function listenForMetrics({
  config,
  watch,
  log,
}: Pick<Deps, 'config' | 'watch' | 'log'>): Promise<MetricsPort | 'taken' | null> {
  const { metrics } = config
  if (metrics?.port === undefined || metrics.port === null) return null
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method !== 'GET' || pathname !== METRICS_PATH) return void response.writeHead(404).end()
    if (metrics.token !== null && !isBearer(request.headers.authorization, metrics.token))
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    try {
      const report = await watch.report()
      response.writeHead(200, { 'Content-Type': report?.type ?? 'text/plain' }).end(report?.text)
    } catch (error) {
      log.error({ err: error }, 'no metrics')
      response.writeHead(500).end()
    }
  })
  server.listen({ port: metrics.port, host: metrics.host })
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return 'taken'
    throw error
  }
  const { port } = server.address() as AddressInfo // listening on TCP, so it is neither a path nor null
  log.info({ port, host: metrics.host }, 'metrics')
  return {
    port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
