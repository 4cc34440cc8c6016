import { expect, it, vi } from 'vitest'
import { runStories } from './stories.ts'

const options = { concurrency: 2, nameOf: (job: string) => job }

it('runs the remaining jobs after a failure and lists the failures', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const finished: string[] = []
  const { failures } = await runStories(['a', 'b', 'c', 'd'], options, async (job) => {
    if (job === 'b' || job === 'c') throw new Error('the page crashed')
    finished.push(job)
  })
  expect(finished).toEqual(['a', 'd'])
  expect(failures).toEqual(['b: the page crashed', 'c: the page crashed'])
})

it('stops waiting for a job after the timeout', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const finished: string[] = []
  const { failures } = await runStories(['hangs', 'b'], { ...options, concurrency: 1, timeoutMs: 1 }, async (job) => {
    if (job === 'hangs') await new Promise(() => undefined)
    finished.push(job)
  })
  expect([finished, failures]).toEqual([['b'], ['hangs: not finished within 0.001 s']])
})
