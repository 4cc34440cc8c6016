/**
 * Prevents other statements during a transaction. All statements of a process share one connection to an SQLite file. A
 * statement in the middle of a transaction would see uncommitted rows and be rolled back with them.
 */

/** Creates the lock of one connection. Exclusive `work` must not take the lock again; `nesting.ts` prevents that. */
export function createConnectionLock() {
  /** Settles when the last exclusive work ends. Null while no exclusive work runs. */
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
     * Runs `work` while no other work uses the connection, in the order of the calls. Returns its result. Rejects with
     * a TimeoutError, without running `work`, if the lock isn't free within `patienceMs`.
     */
    exclusively<T>(work: () => Promise<T>, patienceMs = Number.POSITIVE_INFINITY): Promise<T> {
      const turn = run(last, work, patienceMs)
      const ended = turn
        .catch(() => undefined) // a failed call doesn't prevent the next call
        .finally(() => {
          if (last === ended) last = null
        })
      last = ended
      return turn
    },
    /** Runs `work` immediately if the connection is free, otherwise as soon as it is free. */
    whenFree: <T>(work: () => T | Promise<T>): T | Promise<T> => (last ? afterAll(work) : work()),
  }
}
