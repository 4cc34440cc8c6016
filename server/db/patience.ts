/**
 * Waiting for a lock that another process holds, without holding up the event loop: SQLite itself would sleep in the middle
 * of it. Who finds the lock taken stands in a queue, and only its head tries again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { StorageError, type StorageFailure, storageFailure } from './failure.ts'

export interface PatienceOptions {
  /** After so long a wait it is a failure. */
  readonly patienceMs?: number
  readonly pause?: (ms: number) => Promise<unknown>
  readonly elapsed?: () => number
  readonly failureOf?: (error: unknown) => StorageFailure | null
}

export type Patiently = <T>(attempt: () => T | Promise<T>) => Promise<T>

const PATIENCE_MS = 5000
const FIRST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 50

export function createPatience({
  patienceMs = PATIENCE_MS,
  pause = wait,
  elapsed = () => performance.now(),
  failureOf = storageFailure,
}: PatienceOptions = {}): Patiently {
  let queue: Promise<unknown> = Promise.resolve()

  /** A waiting of which `began` says when it did; throws what the last try threw. */
  async function keepTrying<T>(attempt: () => T | Promise<T>, began: number): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      try {
        return await attempt()
      } catch (error) {
        if (failureOf(error) !== 'locked' || elapsed() - began >= patienceMs) throw error
      }
      await pause(pauseMs * (0.5 + Math.random() / 2)) // processes that began together must not go on together
    }
  }

  return async (attempt) => {
    try {
      return await attempt()
    } catch (error) {
      const failure = failureOf(error)
      if (failure === null) throw error
      if (failure !== 'locked') throw new StorageError(failure, error)
    }
    const began = elapsed()
    const turn = queue.then(() => keepTrying(attempt, began))
    queue = turn.catch(() => undefined) // the next one's turn comes either way
    try {
      return await turn
    } catch (error) {
      const failure = failureOf(error)
      throw failure === null ? error : new StorageError(failure, error)
    }
  }
}
