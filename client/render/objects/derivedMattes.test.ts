import { expect, it, vi } from 'vitest'
import { AssetStore } from '#client/model/assets/store.ts'
import { MatteUnions, SolidMattes } from './derivedMattes.ts'

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

/** Returns a matte of 1600 × `height` px, where strands up to 4 px wide aren't solid. */
function matteOf(assets: AssetStore, height: number, coverageAt: (x: number, y: number) => number) {
  const coverage = Uint8Array.from({ length: 1600 * height }, (_, i) => coverageAt(i % 1600, Math.floor(i / 1600)))
  return assets.matte(assets.put({ kind: 'matte', width: 1600, height, coverage }))!
}

it('a solid matte has thin parts and crisp edges, but no strands or haze', () => {
  const { assets } = setup()
  const solids = new SolidMattes(assets)
  const row = (coverageAt: (x: number, y: number) => number) =>
    solids.of(matteOf(assets, 60, coverageAt)).coverage.subarray(1600 * 30, 1600 * 31)
  const crisp = (x: number) => Math.min(255, Math.max(0, 128 + 255 * (100 - x)))
  expect([...row(crisp)]).toEqual(Array.from({ length: 1600 }, (_, x) => crisp(x)))
  expect(row((x) => (x >= 800 && x < 804 ? 255 : 0)).some(Boolean), 'a strand of 4 px').toBe(false)
  expect(row((x) => (x >= 800 && x < 806 ? 255 : 0)).filter((byte) => byte === 255)).toHaveLength(6)
  expect(row((x) => (x < 100 ? 255 : x < 200 ? 150 : 0)).findLastIndex(Boolean), 'haze of 100 px').toBe(101)
  expect(row((x, y) => (x < 100 && y > 25 ? 255 : 0))[0], "a part that the photo's edge cuts off").toBe(255)
})

it('a solid matte has no pieces of a strand whose width varies, but a small part that stands alone', () => {
  const { assets } = setup()
  const bead = (x: number, y: number) => Math.abs(y - 30) < (x % 60 < 30 ? 5 : 2)
  const strand = (x: number, y: number) => x < 100 || (x < 400 && bead(x, y))
  const dot = (x: number, y: number) => Math.abs(x - 700) < 6 && Math.abs(y - 30) < 6
  const matte = matteOf(assets, 60, (x, y) => (strand(x, y) || dot(x, y) ? 255 : 0))
  const row = new SolidMattes(assets).of(matte).coverage.subarray(1600 * 30, 1600 * 31)
  expect(row.subarray(130, 600).some(Boolean), 'pieces of the strand').toBe(false)
  expect(row.subarray(600, 800).filter((byte) => byte === 255)).toHaveLength(11)
})

it('revising a matte updates its solid matte as if it were new', () => {
  const { assets } = setup()
  const solids = new SolidMattes(assets)
  const noise = (x: number, y: number) => (Math.sin(x * 0.13) + Math.cos(y * 0.21) > 0.3 ? 255 : (x * 7 + y * 13) % 256)
  const before = matteOf(assets, 90, noise)
  solids.of(before)
  const parts = [{ x: 300, y: 20, width: 40, height: 30 }]
  const isIn = (x: number, y: number) => x >= 300 && x < 340 && y >= 20 && y < 50
  const { coverage } = matteOf(assets, 90, (x, y) => (isIn(x, y) ? 0 : noise(x, y)))
  const after = assets.derive({ kind: 'matte', width: 1600, height: 90, coverage }, { before, parts })
  expect(Buffer.compare(solids.of(after).coverage, new SolidMattes(new AssetStore()).of(after).coverage)).toBe(0)
})
