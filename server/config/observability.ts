/** Settings of the metrics. */
import { isLoopback } from '#server/contract/addresses.ts'
import { readHost } from './origin.ts'
import type { Reader } from './reader.ts'

/** The port and the token of the metrics. */
export interface MetricsConfig {
  /** The separate port of the metrics; null = none. */
  readonly port: number | null
  readonly host: string
  /**
   * The token that requests need. Null: the main port doesn't serve /metrics. The separate port needs no token and must
   * be on loopback.
   */
  readonly token: string | null
}

/** Reads the metrics' variables; reports mistakes to `reader`. Returns null if metrics are switched off. */
export function readMetrics(reader: Reader, mainPort: number): MetricsConfig | null {
  const token = reader.text('METRICS_TOKEN') || null
  const port = reader.text('METRICS_PORT') === '' ? null : reader.integer('METRICS_PORT', 0, 65_535)
  if (token === null && port === null) return null
  const host = readHost(reader, 'METRICS_HOST')
  if (token !== null && !/^\S{16,}$/.test(token))
    reader.problem('METRICS_TOKEN needs 16 characters at least, no blanks')
  if (token === null && !isLoopback(host)) reader.problem('METRICS_HOST other than loopback needs METRICS_TOKEN')
  if (port !== null && port !== 0 && port === mainPort) reader.problem('METRICS_PORT must differ from PORT')
  return { port, host, token }
}
