import { expect, it } from 'vitest'
import { LruMap } from './LruMap.ts'

const mapOf = (...keys: string[]) => {
  const map = new LruMap<string, number>()
  for (const key of keys) map.set(key, key.length)
  return map
}

it.each<[string, (map: LruMap<string, number>) => unknown, string[]]>([
  ['no access', () => {}, ['b', 'ccc']],
  ['reading an entry', (map) => map.get('a'), ['ccc', 'a']],
  ['writing an entry', (map) => map.set('b', 1), ['ccc', 'b']],
  ['reading a missing entry', (map) => map.get('x'), ['b', 'ccc']],
])('after %s, trim keeps the two entries used last', (_, use, kept) => {
  const map = mapOf('a', 'b', 'ccc')
  use(map)
  map.trim(2)
  expect([...map.keys()]).toEqual(kept)
})

it.each([
  [9, ['a', 'bb', 'ccc']],
  [5, ['bb', 'ccc']],
  [3, ['ccc']],
  [2, []],
])('trim with a weight limit of %i keeps the entries %j', (limit, kept) => {
  const map = mapOf('a', 'bb', 'ccc')
  map.trim(limit, (weight) => weight)
  expect([...map.keys()]).toEqual(kept)
})
