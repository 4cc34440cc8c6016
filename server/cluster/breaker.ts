/**
 * Sends the requests to the libSQL server. While the server doesn't respond, rejects waiting and new requests
 * immediately. Otherwise each request would wait until its time limit, and the queue would grow.
 */
import { setTimeout as wait } from 'node:timers/promises'

/** Time in ms until an unanswered request causes a check of the server. */
const STALL_MS = 1000
/** Time limit of the check, in ms. The check reads, because a write may wait for another process's lock. */
const CHECK_MS = 1500
/** Time in ms between two checks while the server doesn't respond. */
const PAUSE_MS = 500

type Send = (request: Request, signal: AbortSignal) => Promise<Response>

/** Returns a `fetch` for the client. `isAlive` reads from the server. It must not use the returned function. */
export function createBreaker(send: Send, isAlive: () => Promise<unknown>): (request: Request) => Promise<Response> {
  /** Aborted while the server doesn't respond. */
  let open = new AbortController()
  let isChecking = false

  const answersInTime = () =>
    Promise.race([isAlive().then(() => true), wait(CHECK_MS, false, { ref: false })]).catch(() => false)

  /** Checks the server until it responds. */
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    while (!(await answersInTime())) {
      // `serverFailure` recognizes this name
      open.abort(new DOMException('the libSQL server does not answer', 'TimeoutError'))
      await wait(PAUSE_MS, undefined, { ref: false })
    }
    if (open.signal.aborted) open = new AbortController()
    isChecking = false
  }

  return async (request) => {
    open.signal.throwIfAborted()
    const stalled = setTimeout(() => void check(), STALL_MS).unref()
    try {
      return await send(request, open.signal)
    } finally {
      clearTimeout(stalled)
    }
  }
}
