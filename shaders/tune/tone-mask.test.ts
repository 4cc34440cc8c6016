import { expect, it } from 'vitest'
import { toneMask } from './tone-mask.ts'

const grays = (width: number, height: number, value: (x: number, y: number) => number) =>
  Uint8Array.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : value(Math.floor(i / 4) % width, Math.floor(i / 4 / width)),
  )

it('the tone mask is the local average in flat or finely grained areas', () => {
  const { plane } = toneMask(
    grays(64, 64, (x, y) => ((x + y) % 2 ? 110 : 90)),
    64,
    64,
  )
  const middle = (32 * 64 + 32) * 2
  const base = (luma: number) => (plane[middle] ?? 0) * luma + (plane[middle + 1] ?? 0)
  expect(base(110 / 255)).toBeCloseTo(100 / 255, 1)
  expect(base(110 / 255) - base(90 / 255)).toBeLessThan(0.02)
})

it('the tone mask follows a strong edge without a halo', () => {
  const { plane } = toneMask(
    grays(96, 64, (x) => (x < 48 ? 20 : 230)),
    96,
    64,
  )
  const base = (x: number, luma: number) => {
    const at = (32 * 96 + x) * 2
    return (plane[at] ?? 0) * luma + (plane[at + 1] ?? 0)
  }
  expect(base(47, 20 / 255)).toBeLessThan(0.15)
  expect(base(48, 230 / 255)).toBeGreaterThan(0.83)
})

it('the tone mask of a large photo has 512 texels on its long side', () => {
  const mask = toneMask(
    grays(1024, 256, () => 128),
    1024,
    256,
  )
  expect([mask.width, mask.height]).toEqual([512, 128])
})

it('the tone mask treats transparent pixels as mid-gray', () => {
  const rgba = grays(8, 8, () => 255)
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 0
  const { plane } = toneMask(rgba, 8, 8)
  expect(plane[1]).toBeCloseTo(0.5, 5)
})
