/** Figures are kept where the configuration asks for them. */
import type { Watch } from '../deps/watch.ts'
import { BLIND } from './blind.ts'
import type { GaugeNeeds } from './gauges.ts'

export async function openWatch(needs: GaugeNeeds): Promise<Watch> {
  if (needs.config.metrics === null) return BLIND
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(needs)
}
