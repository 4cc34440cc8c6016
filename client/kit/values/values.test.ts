import { expect, it, vi } from 'vitest'
import { memoOnPair } from './identity.ts'
import { randomUuid } from './ids.ts'

it('randomUuid returns different UUIDs of version 4', () => {
  const ids = Array.from({ length: 1000 }, randomUuid)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(1000)
})

it('memoOnPair computes once per pair of keys, in their order', () => {
  const create = vi.fn((a: { name: string }, b: { name: string }) => `${a.name}${b.name}`)
  const joined = memoOnPair(create)
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  const read = () => [joined(a, b), joined(b, a), joined(a, a), joined(a, { name: 'b' })]
  expect(read()).toEqual(['ab', 'ba', 'aa', 'ab'])
  expect(create).toHaveBeenCalledTimes(4)
  expect(read()).toEqual(['ab', 'ba', 'aa', 'ab'])
  expect(create).toHaveBeenCalledTimes(5) // the last pair has a new key in each call
})

it('memoOnPair caches false, but not null', () => {
  const create = vi.fn((_: object, b: { isKnown: boolean }) => (b.isKnown ? false : null))
  const read = memoOnPair(create)
  const [a, known, unknown] = [{}, { isKnown: true }, { isKnown: false }]
  expect([read(a, known), read(a, known)]).toEqual([false, false])
  expect(create).toHaveBeenCalledTimes(1)
  expect([read(a, unknown), read(a, unknown)]).toEqual([null, null])
  expect(create).toHaveBeenCalledTimes(3)
})
