/** Retries statements while another process holds the lock, one caller at a time. Doesn't block the thread. */
import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { StorageError, type StorageFailure, storageFailure } from '../failure.ts'
import { createConnectionLock } from './connection-lock.ts'

/** Options of `createBusyRetry`, most of them for tests. */
export interface BusyRetryOptions {
  /** Longest wait for the lock, in ms. Afterwards the call fails. */
  readonly patienceMs?: number
  readonly pause?: (ms: number) => Promise<unknown>
  /** Monotonic clock, ms. */
  readonly elapsed?: () => number
  /** Returns the storage failure that caused the error, or null for any other error. Only 'locked' is retried. */
  readonly failureOf?: (error: unknown) => StorageFailure | null
  readonly onFailure?: (failure: StorageFailure) => void
}

/**
 * Calls `attempt`, and repeats it while the storage is locked. Rejects with a StorageError if the storage fails or
 * stays locked, otherwise with the error of `attempt`.
 */
export type BusyRetry = <T>(attempt: () => T | Promise<T>) => Promise<T>

const PATIENCE_MS = 5000
const FIRST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 50

/** Returns the driver's error, because Drizzle's message contains the statement's parameters, which may be secrets. */
const withoutParameters = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error)

/** Creates a retry function with its own queue. */
export function createBusyRetry({
  patienceMs = PATIENCE_MS,
  pause = wait,
  elapsed = () => performance.now(),
  failureOf = storageFailure,
  onFailure = () => undefined,
}: BusyRetryOptions = {}): BusyRetry {
  const turns = createConnectionLock()

  /** Retries with growing pauses until `patienceMs` after `began`. @throws the last error */
  async function keepTrying<T>(attempt: () => T | Promise<T>, began: number): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      try {
        return await attempt()
      } catch (error) {
        if (failureOf(error) !== 'locked' || elapsed() - began >= patienceMs) throw error
      }
      // waits for a random time, so that several processes don't retry at the same time
      await pause(pauseMs * (0.5 + Math.random() / 2))
    }
  }

  async function afterFailure<T>(error: unknown, attempt: () => T | Promise<T>): Promise<T> {
    if (failureOf(error) !== 'locked') throw named(error)
    const began = elapsed()
    try {
      return await turns.exclusively(() => keepTrying(attempt, began))
    } catch (last) {
      throw named(last)
    }
  }

  function named(error: unknown): unknown {
    const failure = failureOf(error)
    const cause = withoutParameters(error)
    if (failure === null) return cause
    onFailure(failure)
    return new StorageError(failure, cause)
  }

  // avoids `async`, because every request calls this function twice and each promise costs time
  return (attempt) => {
    try {
      const answer = attempt()
      if (!(answer instanceof Promise)) return Promise.resolve(answer)
      return answer.catch((error: unknown) => afterFailure(error, attempt))
    } catch (error) {
      return afterFailure(error, attempt)
    }
  }
}
