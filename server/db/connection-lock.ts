/**
 * Keeps other statements out of a transaction. All statements of a process share one connection to an SQLite file, so a
 * statement that runs between two statements of a transaction would see its uncommitted rows and be rolled back with it.
 */

/** Creates the lock of one connection. Exclusive `work` must not ask for the lock again. `nesting.ts` prevents that. */
export function createConnectionLock() {
  /** Settles when the last exclusive work has ended; null if none is running. */
  let last: Promise<unknown> | null = null

  async function run<T>(before: Promise<unknown> | null, work: () => Promise<T>, patienceMs: number): Promise<T> {
    const came = performance.now()
    if (before) await before
    if (performance.now() - came > patienceMs) throw new DOMException('timed out waiting for others', 'TimeoutError')
    return work()
  }

  async function afterAll<T>(work: () => T | Promise<T>): Promise<T> {
    while (last) await last
    return work()
  }

  return {
    /**
     * Runs `work` while nothing else uses the connection; first in, first out. Resolves or rejects as `work` does. When
     * its turn comes after more than `patienceMs`, it rejects with a TimeoutError and does not run `work`.
     */
    exclusively<T>(work: () => Promise<T>, patienceMs = Number.POSITIVE_INFINITY): Promise<T> {
      const turn = run(last, work, patienceMs)
      const ended = turn
        .catch(() => undefined) // a failed call doesn't stop the queue
        .finally(() => {
          if (last === ended) last = null
        })
      last = ended
      return turn
    },
    /** Runs `work` immediately if the connection is free, else when it becomes free. */
    whenFree: <T>(work: () => T | Promise<T>): T | Promise<T> => (last ? afterAll(work) : work()),
  }
}
