/** Serves the metrics on the main port with a token, or on a separate port. */
import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { Hono } from 'hono'
import { sha256 } from '#server/crypto/secrets.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail, onError } from '#server/http/errors.ts'
import { headerSets } from '#server/http/headers.ts'
import { listen, requestListener } from '#server/http/listener.ts'

export const METRICS_PATH = '/metrics'

type Needs = Pick<Deps, 'config' | 'metrics'>

/** GET /metrics: the report, or 401 without the token. Without a configured token, only the separate port serves it. */
export const metricsRoutes = ({ config, metrics }: Needs, isSeparatePort = false) =>
  new Hono<AppEnv>().get(METRICS_PATH, async (c) => {
    const token = config.metrics?.token ?? null
    if (token === null && !isSeparatePort) return fail(c, 404, 'not_found')
    if (token !== null && !isBearer(c.req.header('authorization'), token)) {
      c.header('WWW-Authenticate', 'Bearer')
      return fail(c, 401, 'forbidden')
    }
    const report = await metrics?.report()
    return report ? c.body(report.text, 200, { 'Content-Type': report.type }) : fail(c, 404, 'not_found')
  })

/** Returns true for `Bearer` with this token. Compares hashes, so that the response time doesn't reveal the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))
}

/**
 * Opens the separate port for metrics if the settings contain one. @throws {OperatorError} if the port or address can't
 * be used
 */
export async function listenForMetrics({ config, metrics, log }: Needs & Pick<Deps, 'log'>) {
  const { port: wanted = null, host = '' } = config.metrics ?? {}
  if (wanted === null) return null
  const app = metricsRoutes({ config, metrics }, true)
  app.notFound((c) => fail(c, 404, 'not_found')).onError(onError(log))
  const server = createServer(requestListener((request, env) => app.fetch(request, env), headerSets(config)))
  const port = await listen(server, { host, port: wanted }, 'METRICS_')
  log.info({ port, host }, 'metrics')
  return {
    port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
