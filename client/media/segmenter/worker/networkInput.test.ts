import { expect, it } from 'vitest'
import { networkInput } from './networkInput.ts'

const pixels = (width: number, height: number, rgba: number[]) =>
  ({ width, height, data: Uint8ClampedArray.from(rgba) }) as ImageData
const plain = { input: { width: 2, height: 1 }, mean: [0, 0, 0], std: [1, 1, 1] }

it('returns red, green and blue from 0 to 1, interleaved', () => {
  expect([...networkInput(pixels(2, 1, [255, 0, 51, 255, 0, 255, 102, 255]), plain)]).toEqual([
    1,
    0,
    Math.fround(0.2),
    0,
    1,
    Math.fround(0.4),
  ])
})

it('subtracts the mean and divides by the standard deviation per channel', () => {
  const model = { input: { width: 1, height: 1 }, mean: [0.5, 0, 1], std: [0.5, 0.25, 2] }
  expect([...networkInput(pixels(1, 1, [255, 255, 255, 255]), model)]).toEqual([1, 4, 0])
})

it('composites transparent pixels over white', () => {
  const [hidden, , , half] = networkInput(pixels(2, 1, [255, 0, 0, 0, 0, 0, 0, 51]), plain)
  expect(hidden).toBe(1)
  expect(half).toBeCloseTo(0.8)
})

it.each([
  [1, 7],
  [9, 1],
  [5, 3],
])('stretches a photo of %i × %i to what the network takes', (width, height) => {
  const grey = Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : 51))
  const input = networkInput(pixels(width, height, grey), plain)
  expect(input).toHaveLength(6)
  for (const value of input) expect(value).toBeCloseTo(0.2)
})
