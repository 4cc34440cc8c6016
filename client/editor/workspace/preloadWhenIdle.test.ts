import { expect, it } from 'vitest'
import { preloadWhenIdle } from './preloadWhenIdle.ts'

/** Creates a page. The test controls its idle periods. */
function page() {
  const waiting = new Set<() => void>()
  const idle = (run: () => void) => {
    waiting.add(run)
    return () => waiting.delete(run)
  }
  const rest = async () => {
    for (const run of [...waiting]) {
      waiting.delete(run)
      run()
    }
    await new Promise((done) => setTimeout(done))
  }
  return { idle, rest }
}

it('one module is loaded per idle period, even after a failure', async () => {
  const { idle, rest } = page()
  const loaded: string[] = []
  const load = (name: string) => async () => {
    loaded.push(name)
    if (name === 'b') throw new Error('offline')
  }
  preloadWhenIdle(['a', 'b', 'c'].map(load), idle)
  expect(loaded).toEqual([])
  await rest()
  expect(loaded).toEqual(['a'])
  await rest()
  await rest()
  expect(loaded).toEqual(['a', 'b', 'c'])
})

it('a stopped preload loads no further module', async () => {
  const { idle, rest } = page()
  const loaded: string[] = []
  const end = preloadWhenIdle(
    ['a', 'b'].map((name) => async () => {
      loaded.push(name)
      end()
    }),
    idle,
  )
  await rest()
  await rest()
  expect(loaded).toEqual(['a'])
})
