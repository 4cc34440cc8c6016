/** Runs asynchronous work one at a time, first in, first out. */
export interface SerialQueueOptions {
  /** Who waited longer than this for the turn gets a TimeoutError in its place. */
  readonly patienceMs: number
  readonly elapsed?: () => number
}

export type RunInOrder = <T>(work: () => Promise<T>) => Promise<T>

export function createSerialQueue({ patienceMs, elapsed = () => performance.now() }: SerialQueueOptions): RunInOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const came = elapsed()
    const turn = last.then(() => {
      if (elapsed() - came > patienceMs) throw new DOMException('others took too long', 'TimeoutError')
      return work()
    })
    last = turn.catch(() => undefined) // the next one's turn comes either way
    return turn
  }
}
