import { expect, it, vi } from 'vitest'
import { tellAll } from './tellAll.ts'

const options = { atOnce: 2, nameOf: (job: string) => job }

it('goes on after a story that fails, and says which did', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const told: string[] = []
  const { failures } = await tellAll(['a', 'b', 'c', 'd'], options, async (job) => {
    if (job === 'b' || job === 'c') throw new Error('the page crashed')
    told.push(job)
  })
  expect(told).toEqual(['a', 'd'])
  expect(failures).toEqual(['b: the page crashed', 'c: the page crashed'])
})

it('does not wait for ever for one', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const told: string[] = []
  const { failures } = await tellAll(['hangs', 'b'], { ...options, atOnce: 1, limitMs: 1 }, async (job) => {
    if (job === 'hangs') await new Promise(() => undefined)
    told.push(job)
  })
  expect([told, failures]).toEqual([['b'], ['hangs: not told within 0.001 s']])
})
