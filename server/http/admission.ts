/**
 * Limits the requests that run at the same time, so that a slow database server doesn't get an endless queue.
 */
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'
import { BusyError } from './errors.ts'

export interface AdmissionLimits {
  /** Maximum number of requests that run at the same time. */
  readonly running: number
  /** Maximum number of requests that wait. */
  readonly waiting: number
  /** Maximum time in ms from a request's arrival to the start of its work. */
  readonly patienceMs: number
}

/** `running`: twice the libSQL client's limit of concurrent statements (64). */
export const SERVER_LIMITS: AdmissionLimits = { running: 128, waiting: 256, patienceMs: 5000 }

/**
 * Creates the middleware. Requests above `running` wait in the order of their arrival. A request gets 503 and
 * Retry-After if the queue is full or its patience ends. A client that disconnects leaves the queue.
 */
export function admission({ running, waiting, patienceMs }: AdmissionLimits): MiddlewareHandler<AppEnv> {
  const queue = new Set<() => void>()
  let active = 0

  const takePlace = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (active < running) {
        active += 1
        resolve()
        return
      }
      if (queue.size >= waiting) throw new BusyError()
      const leave = () => {
        queue.delete(enter)
        clearTimeout(timer)
        reject(new BusyError())
      }
      const timer = setTimeout(leave, patienceMs)
      const enter = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.add(enter)
    })

  /** Starts the first waiting request in place of a finished request. */
  function leavePlace(): void {
    const [enter] = queue
    if (enter === undefined) {
      active -= 1
      return
    }
    queue.delete(enter)
    enter()
  }

  return async (c, next) => {
    await takePlace(c.req.raw.signal)
    try {
      await next()
    } finally {
      leavePlace()
    }
  }
}
