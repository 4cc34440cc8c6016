/** Chooses the metrics recorder by the configuration. */
import type { MetricsRecorder } from '../deps/metrics.ts'
import type { GaugeNeeds } from './gauges.ts'
import { NO_METRICS } from './no-metrics.ts'

/** Returns the recorder; one that records nothing where METRICS_TOKEN and METRICS_PORT are not set. */
export async function openMetrics(needs: GaugeNeeds): Promise<MetricsRecorder> {
  if (needs.config.metrics === null) return NO_METRICS
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(needs)
}
