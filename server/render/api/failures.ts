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
 * Responds to a failed rendering. `error`: what the page in the headless browser answered, such as 'decode-failed'. The
 * body has it as the code, and a sentence. The status is 413, 415 or 422 where photo or design is the cause, and 503 with
 * Retry-After (10 s) where another attempt may succeed. Any other error is a bug of ours and gives 500 `internal`; the
 * caller logs it.
 */
export function failRendering(c: Context<AppEnv>, error: string) {
  const status = STATUS[error]
  if (status === undefined) return fail(c, 500, 'internal')
  if (status === 503) c.header('Retry-After', String(RETRY_SECONDS))
  const code = error.replace(/\W+/g, '_')
  return c.json({ error: { code, message: failureText(error) } }, status)
}
