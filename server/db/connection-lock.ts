/**
 * Keeps other statements out of a transaction. All statements of a process share one connection to an SQLite file, so a
 * statement that runs between two statements of a transaction would see its uncommitted rows and be rolled back with it.
 */
export interface ConnectionLock {
  /** Runs `work` while nothing else uses the connection; first in, first out. Resolves or rejects as `work` does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` at once if the connection is free, otherwise when it becomes free. */
  whenFree<T>(work: () => T | Promise<T>): T | Promise<T>
}

/**
 * Creates the lock of one connection. An exclusive `work` must not call `exclusively` or `whenFree`, because it would
 * wait for itself. `nesting.ts` prevents such calls.
 */
export function createConnectionLock(): ConnectionLock {
  /** Settles when the last exclusive work has ended; null if none is running. */
  let last: Promise<unknown> | null = null

  async function run<T>(before: Promise<unknown> | null, work: () => Promise<T>): Promise<T> {
    if (before) await before
    return work()
  }

  async function afterAll<T>(work: () => T | Promise<T>): Promise<T> {
    while (last) await last
    return work()
  }

  return {
    exclusively(work) {
      const turn = run(last, work)
      const ended = turn
        .catch(() => undefined) // a failed call doesn't stop the queue
        .finally(() => {
          if (last === ended) last = null
        })
      last = ended
      return turn
    },
    whenFree: (work) => (last ? afterAll(work) : work()),
  }
}
