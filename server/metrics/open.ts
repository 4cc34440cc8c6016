/** Chooses the metrics recorder by the configuration, and counts each request under the pattern of its route. */
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { MetricsRecorder } from '../deps/deps.ts'
import type { AppEnv } from '../http/env.ts'
import type { GaugeNeeds } from './gauges.ts'

/** Returns the recorder; one that records nothing where METRICS_TOKEN and METRICS_PORT are not set. */
export async function openMetrics(needs: GaugeNeeds): Promise<MetricsRecorder> {
  if (needs.config.metrics === null) return NO_METRICS
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(needs)
}

/** The recorder where metrics are switched off: it records nothing and reports null. */
const NO_METRICS: MetricsRecorder = {
  isOn: false,
  recordRequest: () => undefined,
  recordExport: () => undefined,
  recordWebhook: () => undefined,
  expectJob: () => undefined,
  recordJobRun: () => undefined,
  report: async () => null,
}

/** Files of the client are one route, and so is everything that was refused before it got to one. */
const FILES = 'files'
const NOTHING = 'none'

/** Creates the middleware. It records method, route pattern, status and duration (seconds) of every request. */
export function countRequests(metrics: MetricsRecorder): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    // what is registered for all paths matches too, before and after the route itself
    const named = matchedRoutes(c).find(({ path }) => !path.endsWith('*'))
    const route = named?.path ?? (c.res.status < 400 ? FILES : NOTHING)
    metrics.recordRequest(c.req.method, route, c.res.status, (performance.now() - started) / 1000)
  }
}
