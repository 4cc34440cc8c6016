/** The recorder where metrics are switched off: records nothing. */
import type { MetricsRecorder } from '../deps/metrics.ts'

/** The recorder where metrics are switched off: it records nothing and reports null. */
export const NO_METRICS: MetricsRecorder = {
  isOn: false,
  recordRequest: () => undefined,
  recordExport: () => undefined,
  recordWebhook: () => undefined,
  expectJob: () => undefined,
  recordJobRun: () => undefined,
  report: async () => null,
}
