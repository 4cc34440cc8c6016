/** Options of `createSerialQueue`. */
export interface SerialQueueOptions {
  /** Longest wait in ms. Work that waited longer is not run; its promise rejects with a TimeoutError. */
  readonly patienceMs: number
  readonly elapsed?: () => number
}

/** Runs `work` after all work that was passed before. */
export type RunInOrder = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a queue of its own. The returned function resolves or rejects as `work` does. A caller that has waited longer
 * than `patienceMs` gets a TimeoutError, and its work does not run; the error comes when the caller's turn comes, not at
 * `patienceMs`. `elapsed`: clock, ms.
 */
export function createSerialQueue({ patienceMs, elapsed = () => performance.now() }: SerialQueueOptions): RunInOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const came = elapsed()
    const turn = last.then(() => {
      if (elapsed() - came > patienceMs) throw new DOMException('others took too long', 'TimeoutError')
      return work()
    })
    last = turn.catch(() => undefined) // a failure does not stop the queue
    return turn
  }
}
