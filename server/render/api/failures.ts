/** What a rendering that failed is answered with. */
import type { Context } from 'hono'
import type { AppEnv } from '../../http/env.ts'
import { fail } from '../../http/errors.ts'
import { failureText } from '../failureText.ts'

const RETRY_SECONDS = 10

/** By the page's error. Of each the sentence is that of the command line. */
const STATUS: Readonly<Record<string, 413 | 415 | 422 | 503>> = {
  'unsupported-type': 415,
  'decode-failed': 422,
  'heic-failed': 422,
  'too-large': 413,
  'design: not-a-project': 422,
  'design: damaged': 422,
  'design: newer': 422,
  'design: unknown': 422,
  'design: too-large': 413,
  'out-of-memory': 503,
  'model-unavailable': 503,
  'context-lost': 503,
  'tab-lost': 503,
  'timed-out': 503,
  aborted: 503,
}

/**
 * Responds to a failed rendering with the status, code and sentence of the page's `error`. 503 has Retry-After. An error
 * that has no status here is a bug of ours and gives 500 `internal`: its words are for the log.
 */
export function failRendering(c: Context<AppEnv>, error: string) {
  const status = STATUS[error]
  if (status === undefined) return fail(c, 500, 'internal')
  if (status === 503) c.header('Retry-After', String(RETRY_SECONDS))
  const code = error.replace(/\W+/g, '_')
  return c.json({ error: { code, message: failureText(error) } }, status)
}
