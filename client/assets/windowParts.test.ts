import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandsOf, contains, levelSize, partOf } from './windowParts.ts'

const GPU_SIDE = 4096

it('holds a small picture whole, whatever part is asked for', () => {
  const { take } = partOf({ width: 2000, height: 1500 }, { x: 900, y: 700, width: 10, height: 10 }, 1, GPU_SIDE)
  expect(take).toEqual({ x: 0, y: 0, width: 2000, height: 1500 })
})

it('takes of a large picture the part in use, with some more around it', () => {
  const { ask, take } = partOf({ width: 4000, height: 3000 }, { x: 0, y: 1024, width: 4000, height: 256 }, 1, GPU_SIDE)
  expect(ask).toEqual({ x: 0, y: 1016, width: 4000, height: 266 })
  expect(contains(take, ask)).toBe(true)
  expect(take.width * take.height).toBeLessThan(4000 * 512)
})

it('takes no more than asked when a texture cannot be larger', () => {
  const { ask, take } = partOf({ width: 8000, height: 6000 }, { x: 100, y: 0, width: 4080, height: 64 }, 1, GPU_SIDE)
  expect(take).toEqual(ask)
})

it('lets a preview fall to a coarser level rather than fail', () => {
  const region = { x: 0, y: 0, width: 8000, height: 6000 }
  expect(partOf({ width: 8000, height: 6000 }, region, 0.6, GPU_SIDE).level).toBe(1)
})

it('refuses a full-size part wider than a texture may be', () => {
  expect(() => partOf({ width: 8000, height: 6000 }, { x: 0, y: 0, width: 8000, height: 64 }, 1, GPU_SIDE)).toThrow(
    '8000 × 64 px exceeds',
  )
})

it('bands cover each source px of a part exactly once and never cut a texel', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9000 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 5 }),
      (width, height, level) => {
        const factor = 2 ** level
        const size = { width, height }
        const part = { x: 0, y: 0, ...levelSize(size, level) }
        const bands = bandsOf(part, factor, size)
        expect(bands.reduce((sum, b) => sum + b.width * b.height, 0)).toBe(width * height)
        for (const b of bands) expect([b.x % factor, b.y % factor]).toEqual([0, 0])
        expect(new Set(bands.map((b) => `${b.x},${b.y}`)).size).toBe(bands.length)
      },
    ),
    { numRuns: 50 },
  )
})
