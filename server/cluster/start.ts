/** Functions that only the start of a server with a libSQL database needs. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { storageFailure } from '#server/db/failure.ts'
import { failWith } from '#server/http/errors.ts'
import type { Headers } from '#server/http/headers.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/**
 * Calls `open` again while the libSQL server is unreachable or locked. Returns null if `stop` aborts first. @throws
 * {OperatorError} if a retry can't help, for example for a wrong token
 */
export async function retryUntilReachable(
  open: () => Promise<Database>,
  log: Logger,
  stop: AbortSignal,
): Promise<Database | null> {
  for (let pauseMs = 0; ; pauseMs = nextPause(pauseMs)) {
    if (pauseMs > 0)
      await wait(pauseMs * (0.75 + Math.random() / 4), undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) return null
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof Error) || !['unreachable', 'locked'].includes(storageFailure(error) ?? '')) throw error
      log.warn({ nextTryMs: nextPause(pauseMs) }, error.message)
    }
  }
}

const nextPause = (pauseMs: number): number => Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2))

/** Responds to requests while there is no database: 200 for /healthz, 503 with a reason for /readyz, 503 for the rest. */
export function answerUnreachable(headers: Headers): (request: Request) => Response {
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { ...Object.fromEntries(headers), 'Content-Type': 'application/json' },
    })
  return ({ url }) => {
    const { pathname } = new URL(url)
    if (pathname === '/healthz') return answer(200, { status: 'ok' })
    const reason = pathname === '/readyz' ? { reason: 'unreachable' } : {}
    return answer(503, { ...failWith('unavailable'), ...reason })
  }
}
