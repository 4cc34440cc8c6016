/** Serves the metrics: on the main port with a token, or on a separate port. */
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { sha256 } from '#server/crypto/secrets.ts'
import { OperatorError } from '#server/db/failure.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'

/** Path of the metrics. */
export const METRICS_PATH = '/metrics'

/**
 * GET /metrics. Answers 404 without a configured token, 401 for a wrong one, otherwise the report in Prometheus' text
 * format.
 */
export const metricsRoutes = ({ config, metrics }: Pick<Deps, 'config' | 'metrics'>) =>
  new Hono<AppEnv>().get(METRICS_PATH, async (c) => {
    const token = config.metrics?.token ?? null
    if (token === null) return fail(c, 404, 'not_found')
    if (!isBearer(c.req.header('authorization'), token)) {
      c.header('WWW-Authenticate', 'Bearer')
      return fail(c, 401, 'forbidden')
    }
    const report = await metrics.report()
    return report ? c.body(report.text, 200, { 'Content-Type': report.type }) : fail(c, 404, 'not_found')
  })

/**
 * Returns true when the Authorization header is `Bearer` with this token. Both are hashed, so that the duration of the
 * comparison reveals nothing.
 */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))
}

/** The opened port of the metrics. */
export interface MetricsPort {
  readonly port: number
  close(): void
}

/**
 * Opens the port for metrics. Returns null if none is configured.
 * @throws {OperatorError} if the port or the address can't be used.
 */
export async function listenForMetrics({
  config,
  metrics,
  log,
}: Pick<Deps, 'config' | 'metrics' | 'log'>): Promise<MetricsPort | null> {
  const settings = config.metrics
  if (settings?.port === undefined || settings.port === null) return null
  const { token } = settings
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'no metrics')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen({ port: settings.port, host: settings.host })
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new OperatorError(`METRICS_PORT ${settings.port} is taken. Choose another one.`, { cause: error })
    throw new OperatorError(
      `Cannot listen on ${settings.host}, port ${settings.port} (${code}). See METRICS_HOST and METRICS_PORT.`,
      { cause: error },
    )
  }
  const { port } = server.address() as AddressInfo // the server listens on TCP
  log.info({ port, host: settings.host }, 'metrics')
  return {
    port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }

  async function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = url.split('?') // the raw request target, because clients may send invalid URLs
    if (method !== 'GET' || path !== METRICS_PATH) return void response.writeHead(404).end()
    if (token !== null && !isBearer(headers.authorization, token))
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    const report = await metrics.report()
    response.writeHead(200, { 'Content-Type': report?.type ?? 'text/plain' }).end(report?.text)
  }
}
