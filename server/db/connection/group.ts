/**
 * Group commit: transactions of one turn of the event loop share a commit, because the commit takes most of a
 * transaction's time.
 */
import { storageFailure } from '../failure.ts'

type Commit = <T>(work: () => Promise<T>) => Promise<T>

interface Waiting {
  readonly work: () => Promise<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Wraps `commit`, which runs functions in transactions, one at a time. Functions queued in the same turn of the event
 * loop are a group and are committed together. Each caller gets its own result or error. If a function throws, the
 * group is rolled back and each function runs again in its own transaction, so a function may run twice. After a
 * storage failure, all calls of the group reject without a retry.
 */
export function groupCommits(commit: Commit): Commit {
  let group: Waiting[] = []

  function close(): void {
    const closed = group
    group = []
    if (closed.length === 1) for (const one of closed) alone(one)
    else
      commit(() => inOrder(closed)).then(
        (answers) => closed.forEach(({ resolve }, i) => void resolve(answers[i])),
        (error) => {
          for (const one of closed)
            if (storageFailure(error) === null) alone(one)
            else one.reject(error)
        },
      )
  }

  const alone = ({ work, resolve, reject }: Waiting): void => void commit(work).then(resolve, reject)

  return <T>(work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      // the resolved value is the result of this `work`
      const size = group.push({ work, resolve: (answer) => resolve(answer as T), reject })
      if (size === 1) setImmediate(close)
    })
}

async function inOrder(group: readonly Waiting[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (const { work } of group) results.push(await work())
  return results
}
