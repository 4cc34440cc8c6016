import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { downsampledCoverage, planField } from './fieldCoverage.ts'

const matteOf = (width: number, height: number, at: (x: number, y: number) => number): MatteAsset => ({
  kind: 'matte',
  id: 'm' as AssetId,
  width,
  height,
  coverage: Uint8Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
})

it('downsampledCoverage at level 0 copies a rectangle of the matte', () => {
  const matte = matteOf(10, 10, (x, y) => x * 10 + y)
  const { bytes } = downsampledCoverage(matte, { level: 0, rect: { x: 2, y: 3, width: 2, height: 2 } })
  expect([...bytes]).toEqual([23, 33, 24, 34])
})

it('downsampledCoverage at level 1 averages blocks of 2 × 2 px', () => {
  const matte = matteOf(5, 3, (x) => (x === 4 ? 200 : x * 10))
  const { width, height, bytes } = downsampledCoverage(matte, { level: 1, rect: { x: 0, y: 0, width: 3, height: 2 } })
  expect([width, height]).toEqual([3, 2])
  expect([...bytes]).toEqual([5, 25, 200, 5, 25, 200])
})

it.each([
  ['a fitted preview of a large photo', { width: 6000, height: 4000 }, 0.2, 2],
  ['a preview at exactly a quarter', { width: 4000, height: 4000 }, 0.25, 2],
  ['an export', { width: 400, height: 300 }, 1, 0],
  ['a preview at 300 %', { width: 400, height: 300 }, 3, 0],
])('planField for %s uses at least one texel per output pixel', (_, size, scale, level) => {
  const plan = planField(size, { x: 0, y: 0, ...size }, scale, { apron: () => 10, box: null })
  expect(plan.level).toBe(level)
  expect(2 ** -plan.level).toBeGreaterThanOrEqual(Math.min(1, scale))
})

it('planField includes the whole of a small matte', () => {
  const plan = planField({ width: 800, height: 600 }, { x: 100, y: 100, width: 600, height: 400 }, 1, {
    apron: () => 50,
    box: null,
  })
  expect(plan.rect).toEqual({ x: 0, y: 0, width: 800, height: 600 })
})

it('planField includes only the region and its border of a large matte', () => {
  const plan = planField({ width: 6000, height: 4000 }, { x: 0, y: 1000, width: 6000, height: 256 }, 1, {
    apron: () => 30,
    box: null,
  })
  expect(plan.rect).toEqual({ x: 0, y: 970, width: 6000, height: 316 })
})

it('planField for a moved subject extends beyond the photo', () => {
  const matte = matteOf(4, 3, (x, y) => 10 * x + y + 1)
  const plan = planField(matte, { x: -8, y: 0, width: 40, height: 40 }, 1, {
    apron: () => 2,
    box: { x: 0, y: 0, width: 4, height: 3 },
  })
  expect(plan.rect).toEqual({ x: -2, y: -2, width: 8, height: 7 })
  const { bytes, width } = downsampledCoverage(matte, plan)
  for (let y = 0; y < 7; y++)
    for (let x = 0; x < 8; x++) {
      const isInside = x >= 2 && x < 6 && y >= 2 && y < 5
      expect(bytes[y * width + x]).toBe(isInside ? 10 * (x - 2) + (y - 2) + 1 : 0)
    }
})

it('planField includes the whole of a small moved subject at any position', () => {
  const size = { width: 800, height: 600 }
  const at = (x: number) =>
    planField(size, { x, y: 0, ...size }, 1, { apron: () => 50, box: { x: 20, y: 30, width: 90, height: 80 } }).rect
  expect(at(700)).toEqual(at(-900))
})
