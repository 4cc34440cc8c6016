import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contains } from '#client/kit/base/rect.ts'
import { bandsOf, isMipDensity, partOf, sourceMipFor, texelSize } from './windowParts.ts'

const GPU_SIDE = 4096

it('a small image is loaded completely for any requested part', () => {
  const take = partOf({ width: 2000, height: 1500 }, { x: 900, y: 700, width: 10, height: 10 }, 1, GPU_SIDE)?.loaded
  expect(take).toEqual({ x: 0, y: 0, width: 2000, height: 1500 })
})

it('only the requested part of a large image is loaded, with a margin', () => {
  const region = { x: 0, y: 1024, width: 4000, height: 256 }
  const { needed, loaded } = partOf({ width: 4000, height: 3000 }, region, 1, GPU_SIDE)!
  expect(needed).toEqual({ x: 0, y: 1016, width: 4000, height: 266 })
  expect(contains(loaded, needed)).toBe(true)
  expect(loaded.width * loaded.height).toBeLessThan(4000 * 512)
})

it('at the maximum texture size, the requested part is loaded without a margin', () => {
  const region = { x: 100, y: 0, width: 4080, height: 64 }
  const { needed, loaded } = partOf({ width: 8000, height: 6000 }, region, 1, GPU_SIDE)!
  expect(loaded).toEqual(needed)
})

it('a part wider than the maximum texture is refused', () => {
  const region = { x: 0, y: 0, width: 8000, height: 64 }
  expect(partOf({ width: 8000, height: 6000 }, region, 1, GPU_SIDE)).toBeNull()
})

it.each([
  ['from the photo itself', { width: 4000, height: 3000 }, 0.2, 1],
  ['from a level at most 8 times as fine', { width: 4000, height: 3000 }, 0.07, 0.5],
  ['from a coarser level where the finer is too large', { width: 12000, height: 8000 }, 0.2, 0.25],
  ['from a level that a texture can hold', { width: 8000, height: 500 }, 0.4, 0.5],
] as const)('a preview is downsampled %s', (_, size, density, level) => {
  expect(sourceMipFor(size, { x: 0, y: 0, ...size }, density, GPU_SIDE)).toBe(level)
  expect(isMipDensity(level)).toBe(true)
  expect(isMipDensity(density)).toBe(false)
})

it('bands cover each source pixel of a part exactly once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9000 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 5 }),
      (width, height, level) => {
        const factor = 2 ** level
        const size = { width, height }
        const part = { x: 0, y: 0, ...texelSize(size, 1 / factor) }
        const bands = bandsOf(part, factor, size)
        expect(bands.reduce((sum, b) => sum + b.width * b.height, 0)).toBe(width * height)
        for (const b of bands) expect([b.x % factor, b.y % factor]).toEqual([0, 0])
        expect(new Set(bands.map((b) => `${b.x},${b.y}`)).size).toBe(bands.length)
      },
    ),
    { numRuns: 50 },
  )
})
