/** Opens the metrics recorder if it is configured, and counts each request by its route pattern. */
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { MetricsRecorder } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import type { GaugeNeeds } from './gauges.ts'

/** Returns the recorder, or null unless METRICS_TOKEN or METRICS_PORT is set. */
export async function openMetrics(needs: GaugeNeeds): Promise<MetricsRecorder | null> {
  if (needs.config.metrics === null) return null
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(needs)
}

/** Route label of all client files. */
const FILES = 'files'
/** Route label of failed requests that didn't match a route. */
const NOTHING = 'none'

/** Creates the middleware that records method, route pattern, status and duration (s) of each request. */
export function countRequests(metrics: MetricsRecorder): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    // skips middleware, whose patterns end in `*`
    const named = matchedRoutes(c).find(({ path }) => !path.endsWith('*'))
    const route = named?.path ?? (c.res.status < 400 ? FILES : NOTHING)
    metrics.recordRequest(c.req.method, route, c.res.status, (performance.now() - started) / 1000)
  }
}
