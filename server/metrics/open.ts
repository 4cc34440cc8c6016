/** Chooses the metrics recorder by the configuration, and counts each request by its route pattern. */
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { MetricsRecorder } from '#server/deps/deps.ts'
import type { AppEnv } from '#server/http/env.ts'
import type { GaugeNeeds } from './gauges.ts'

/** Returns the recorder; null unless METRICS_TOKEN or METRICS_PORT is set. */
export async function openMetrics(needs: GaugeNeeds): Promise<MetricsRecorder | null> {
  if (needs.config.metrics === null) return null
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(needs)
}

/** Label of all client files, and of requests that were refused before they reached a route. */
const FILES = 'files'
const NOTHING = 'none'

/** Creates the middleware. It records method, route pattern, status and duration (seconds) of every request. */
export function countRequests(metrics: MetricsRecorder): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    // skip the middleware of all paths, which matches before and after the route
    const named = matchedRoutes(c).find(({ path }) => !path.endsWith('*'))
    const route = named?.path ?? (c.res.status < 400 ? FILES : NOTHING)
    metrics.recordRequest(c.req.method, route, c.res.status, (performance.now() - started) / 1000)
  }
}
