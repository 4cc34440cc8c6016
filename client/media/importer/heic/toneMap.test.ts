import { expect, it } from 'vitest'
import type { Matrix3 } from '#client/kit/pixels/color-space/matrix3.ts'
import { areasOf, isNoise } from './decodeItem.ts'
import { nitsToPq, pqToNits, toneMap } from './toneMap.ts'

const SAME: Matrix3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Tone maps an image of these luminances (cd/m²), encoded as 10-bit PQ. Returns the gray bytes of the result. */
function mapped(nits: readonly number[]): number[] {
  const codes = Uint16Array.from(nits.flatMap((value) => [...Array(3).fill(Math.round(1023 * nitsToPq(value))), 1023]))
  const data = new Uint8Array(codes.buffer)
  const samples = { width: nits.length, height: 1, stride: data.length, bits_per_pixel: 10, data }
  return [...toneMap(samples, { transfer: 'pq', matrix: SAME }).data].filter((_, i) => i % 4 === 0)
}

it('pqToNits is the inverse of nitsToPq', () => {
  for (const nits of [0.01, 1, 100, 203, 1000, 10_000]) expect(pqToNits(nitsToPq(nits)) / nits).toBeCloseTo(1, 6)
  expect(nitsToPq(203)).toBeCloseTo(0.5807, 3) // ITU-R BT.2408, table 1
})

it('tone mapping an image without highlights maps 203 cd/m² to white without compressing values', () => {
  const [black = 0, quarter = 0, white = 0] = mapped([0, 203 / 4, 203])
  expect(black).toBe(0)
  expect(Math.abs(quarter - 137)).toBeLessThanOrEqual(1)
  expect(white).toBeGreaterThanOrEqual(254)
})

it("highlights up to the image's peak are compressed without changing their order", () => {
  const levels = [20, 100, 203, 400, 1000]
  const bytes = mapped(levels)
  expect(bytes).toEqual([...bytes].sort((a, b) => a - b))
  expect(new Set(bytes).size).toBe(levels.length)
  expect(bytes.at(-1)).toBeGreaterThanOrEqual(253)
  expect(Math.abs((bytes[0] ?? 0) - (mapped([20, 203])[0] ?? 0))).toBeLessThanOrEqual(1) // dark areas don't change
})

const SIDE = 64
/** Returns a gray image. `level`: gray of a pixel, 0..255. */
function image(level: (x: number, y: number) => number, size = SIDE) {
  const data = new Uint8ClampedArray(4 * size * size)
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) data.fill(level(x, y), 4 * (y * size + x))
  return { width: size, height: size, data }
}

it('isNoise is true for noise, but not for a noisy photo or another photo', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return (255 * seed) / 2 ** 31
  }
  const thumbnail = image((x) => 4 * x)
  expect(isNoise(image(random), thumbnail)).toBe(true)
  expect(
    isNoise(
      image((x) => 4 * x + random() - 128),
      thumbnail,
    ),
    'a noisy photo',
  ).toBe(false)
  expect(
    isNoise(
      image((_, y) => 4 * y),
      thumbnail,
    ),
    'another photo',
  ).toBe(false)
  expect(areasOf(thumbnail).roughness).toBeLessThan(5)
})
