/** What the operator watches: figures on /metrics, and where errors are posted. */
import { isLoopback } from '../contract/loopback.ts'
import { readHost } from './host.ts'
import type { Reader } from './reader.ts'

/** Where the metrics are served, and with which token. */
export interface MetricsConfig {
  /** Null: no port of its own. */
  readonly port: number | null
  readonly host: string
  /** Null: not on the main port, and free on its own, which is loopback then. */
  readonly token: string | null
}

/** Null: nothing is counted. */
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

/** Null: nobody is told. */
export function readErrorHook(reader: Reader): URL | null {
  const text = reader.text('ERROR_HOOK_URL')
  if (text === '') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url
  reader.problem('ERROR_HOOK_URL must be https, or http on loopback')
  return null
}
