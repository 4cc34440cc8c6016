/** Opens the database; a libSQL server that is away at the start is waited for. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { connectDatabase } from '../db/connect.ts'
import type { Database } from '../db/database.ts'
import { type StorageFailure, storageFailure } from '../db/failure.ts'
import type { Resources } from '../deps/resources.ts'
import { failWith } from '../http/errors.ts'
import type { Headers } from '../http/headers.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** How `connectPatiently` waits. */
export interface Waiting {
  readonly log: Logger
  /** Called once, when the first try has failed: from now on somebody must be told to wait. */
  readonly onWait: () => Promise<unknown>
  /** Ends the waiting. */
  readonly stop: AbortSignal
}

/**
 * Opens the database. While a libSQL server cannot be reached or is locked, tries again with growing pauses of up to 30
 * s. Returns null if `stop` is aborted first.
 * @throws {OperatorError} where waiting cannot help: a wrong token, a newer schema, a file that cannot be opened.
 */
export async function connectPatiently(
  config: Config,
  resources: Resources,
  { log, onWait, stop }: Waiting,
): Promise<Database | null> {
  for (let pauseMs = 0; ; pauseMs = nextPause(pauseMs)) {
    if (pauseMs > 0)
      await wait(pauseMs * (0.75 + Math.random() / 4), undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) return null
    try {
      return await connectDatabase(config, resources)
    } catch (error) {
      if (!(error instanceof Error) || !isTemporary(storageFailure(error)) || !config.databaseServer) throw error
      log.warn({ nextTryMs: nextPause(pauseMs) }, error.message)
      if (pauseMs === 0) await onWait()
    }
  }
}

const nextPause = (pauseMs: number): number => Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2))

const isTemporary = (failure: StorageFailure | null): boolean => failure === 'unreachable' || failure === 'locked'

/**
 * Returns the request handler of a server that waits: for its database (`unreachable`), or until the files of its version
 * are stored for other machines (`starting`). /healthz answers 200, everything else 503 `unavailable`; /readyz names the
 * reason.
 */
export function answerWhileWaiting(
  headers: Headers,
  whatFor: 'unreachable' | 'starting',
): (request: Request) => Response {
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { ...Object.fromEntries(headers), 'Content-Type': 'application/json' },
    })
  return ({ url }) => {
    const { pathname } = new URL(url)
    if (pathname === '/healthz') return answer(200, { status: 'ok' })
    const reason = pathname === '/readyz' ? { reason: whatFor } : {}
    return answer(503, { ...failWith('unavailable'), ...reason })
  }
}
