/** GET /metrics beside everything else, for whoever knows the token; without one there is nothing there. */
import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { sha256 } from '../crypto/secrets.ts'
import type { Deps } from '../deps/deps.ts'
import type { AppEnv } from '../http/env.ts'
import { fail } from '../http/errors.ts'

/** Path of the metrics. */
export const METRICS_PATH = '/metrics'

/**
 * GET /metrics. Answers 404 without a configured token, 401 with a wrong one, else the report in Prometheus' text
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
export function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))
}
