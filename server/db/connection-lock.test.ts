import { expect, it } from 'vitest'
import { createConnectionLock } from './connection-lock.ts'

it('runs exclusive jobs in order, also after a failure', async () => {
  const lock = createConnectionLock()
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await Promise.resolve()
    log.push(`${name} ends`)
    if (name === 'b') throw new Error(name)
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => lock.exclusively(work(name))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

it('runs other jobs at once on a free connection, otherwise after all exclusive jobs', async () => {
  const lock = createConnectionLock()
  expect(lock.whenFree(() => 'now')).toBe('now')
  const log: string[] = []
  const first = lock.exclusively(async () => {
    await Promise.resolve()
    log.push('first')
  })
  const other = lock.whenFree(() => log.push('other'))
  const second = lock.exclusively(async () => void log.push('second'))
  await Promise.all([first, other, second])
  expect(log).toEqual(['first', 'second', 'other'])
  expect(lock.whenFree(() => 'now')).toBe('now')
})
