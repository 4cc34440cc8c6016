/** The recorder where metrics are switched off: records nothing. */
import type { MetricsRecorder } from '../deps/metrics.ts'

export const NO_METRICS: MetricsRecorder = {
  isOn: false,
  recordRequest: () => undefined,
  recordExport: () => undefined,
  recordWebhook: () => undefined,
  recordJobRun: () => undefined,
  report: async () => null,
}
