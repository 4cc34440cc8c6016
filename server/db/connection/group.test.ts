import { expect, it } from 'vitest'
import { StorageError } from '../failure.ts'
import { createConnectionLock } from './connection-lock.ts'
import { groupCommits } from './group.ts'

/** Returns a fake store. Its transactions roll back if `work` throws. */
function store() {
  let kept: string[] = []
  let commits = 0
  const lock = createConnectionLock()
  const commit = <T>(work: () => Promise<T>): Promise<T> => lock.exclusively(() => transaction(work))
  const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = [...kept]
    try {
      const answer = await work()
      commits += 1
      return answer
    } catch (error) {
      kept = before
      throw error
    }
  }
  const put = (word: string) => async () => {
    kept.push(word)
    return word.toUpperCase()
  }
  return { together: groupCommits(commit), put, kept: () => kept, commits: () => commits }
}

it('writes of the same event-loop turn are committed together', async () => {
  const { together, put, kept, commits } = store()
  expect(await Promise.all(['a', 'b', 'c'].map((word) => together(put(word))))).toEqual(['A', 'B', 'C'])
  expect(kept()).toEqual(['a', 'b', 'c'])
  expect(commits()).toBe(1)
})

it('a full disk rejects all writes of a shared commit', async () => {
  let tries = 0
  const together = groupCommits(async () => {
    tries += 1
    throw new StorageError('full')
  })
  const answers = await Promise.allSettled([together(async () => 1), together(async () => 2)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(tries).toBe(1)
})

it('the connection lock rejects work that has waited too long', async () => {
  const lock = createConnectionLock()
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const slow = lock.exclusively(() => promise)
  let begun = false
  const tired = lock.exclusively(async () => (begun = true), 0)
  const late = lock.exclusively(async () => 'late')
  await new Promise((done) => setTimeout(done, 2))
  finish()
  await slow
  await expect(tired).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  expect(begun).toBe(false)
  expect(await late).toBe('late')
})
