import { expect, it } from 'vitest'
import { createProjectLocks } from './stores.ts'

it('a project lock excludes other tabs until the lock is released', async () => {
  const [mine, theirs] = [createProjectLocks(), createProjectLocks()]
  const release = await mine.acquire('a')
  expect(await theirs.acquire('a')).toBeNull()
  expect(await theirs.held()).toEqual(new Set(['a']))
  const other = await theirs.acquire('b')
  expect(await mine.held()).toEqual(new Set(['a', 'b']))
  const isFree = new Promise<void>((tell) => mine.onRelease(tell))
  release?.()
  await isFree
  expect(await theirs.held()).toEqual(new Set(['b']))
  const again = await theirs.acquire('a')
  expect(again).not.toBeNull()
  for (const each of [other, again]) each?.()
})

it('without the Web Locks API, acquire returns null and no project is locked', async () => {
  const locks = createProjectLocks(null)
  expect(await locks.acquire('a')).toBeNull()
  expect(await locks.held()).toEqual(new Set())
})
