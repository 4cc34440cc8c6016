import { expect, it } from 'vitest'
import { createClaims } from './claims.ts'

it('gives a project to one at a time, and again once it is let go', async () => {
  const [mine, theirs] = [createClaims(), createClaims()]
  const release = await mine.take('a')
  expect(await theirs.take('a')).toBeNull()
  expect(await theirs.held()).toEqual(new Set(['a']))
  const other = await theirs.take('b')
  expect(await mine.held()).toEqual(new Set(['a', 'b']))
  const isFree = new Promise<void>((tell) => mine.onLetGo(tell))
  release?.()
  await isFree
  expect(await theirs.held()).toEqual(new Set(['b']))
  const again = await theirs.take('a')
  expect(again).not.toBeNull()
  for (const each of [other, again]) each?.()
})

it('gives nothing where there are no locks', async () => {
  const claims = createClaims(null)
  expect(await claims.take('a')).toBeNull()
  expect(await claims.held()).toEqual(new Set())
})
