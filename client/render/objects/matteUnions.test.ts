import { expect, it, vi } from 'vitest'
import { AssetStore } from '#client/model/assets/store.ts'
import { MatteUnions } from './matteUnions.ts'

function setup() {
  const assets = new AssetStore()
  const put = (...bytes: number[]) =>
    assets.matte(assets.put({ kind: 'matte', width: bytes.length, height: 1, coverage: Uint8Array.from(bytes) }))!
  return { assets, unions: new MatteUnions(assets), put }
}

it('MatteUnions computes the maximum coverage per pixel once for each set of mattes', () => {
  const { unions, put } = setup()
  const [a, b] = [put(0, 100, 255), put(9, 50, 0)]
  const union = unions.of([a, b])
  expect([...union!.coverage]).toEqual([9, 100, 255])
  expect(unions.of([b, a])).toBe(union)
  expect(unions.of([a, a])).toBe(a)
  expect(unions.of([])).toBeNull()
})

it('revising a matte updates its union only in the changed area', () => {
  const { assets, unions, put } = setup()
  const a = put(1, 2, 3)
  const edited = assets.derive({ kind: 'matte', width: 3, height: 1, coverage: Uint8Array.of(7, 0, 0) })
  const before = unions.of([a, edited])!
  const revised = vi.fn()
  const coverage = Uint8Array.of(7, 0, 9)
  const parts = [{ x: 2, y: 0, width: 1, height: 1 }]
  const after = assets.derive({ kind: 'matte', width: 3, height: 1, coverage }, { before: edited, parts })
  assets.onRevised(revised)
  const union = unions.of([a, after])!
  expect([...union.coverage]).toEqual([7, 2, 9])
  expect([...before.coverage], 'the earlier union is unchanged, because an export may paint it').toEqual([7, 2, 3])
  expect(revised).toHaveBeenCalledWith({ before, after: union, parts })
})

it('a union is freed with any of its mattes, or when the cache is full', () => {
  const { assets, unions, put } = setup()
  const freed: string[] = []
  assets.onFreed((id) => freed.push(id))
  const [a, b] = [put(1), put(2)]
  const union = unions.of([a, b])!
  assets.collect(new Set([a.id]))
  expect(freed).toContain(union.id)
  const first = unions.of([a, put(3)])!
  for (let i = 4; i < 10; i++) unions.of([a, put(i)])
  expect(freed).toContain(first.id)
})
