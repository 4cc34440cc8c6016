import { expect, it } from 'vitest'
import { createMatteCache, matteKey } from './matteCache.ts'

const matte = (bytes: number) => ({ width: bytes, height: 1, coverage: new Uint8Array(bytes) })

it('the cache returns the matte of the same photo and model', () => {
  const cache = createMatteCache()
  const kept = matte(4)
  cache.set(matteKey('u2netp', 'abc'), kept)
  expect(cache.get(matteKey('u2netp', 'abc'))).toBe(kept)
  expect(cache.get(matteKey('other', 'abc'))).toBeNull()
})

it('storing a matte that is too large evicts no cached matte', () => {
  const cache = createMatteCache(100)
  cache.set('a', matte(60))
  cache.set('huge', matte(101))
  expect([cache.get('a')?.width, cache.get('huge')]).toEqual([60, null])
})
