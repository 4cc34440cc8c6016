import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { networkInput, rgbPlanes } from './networkInputs.ts'
import { CUBIC, maskToCoverage, planTaps, resampleColumn, resampleRows, TRIANGLE } from './resample.ts'

const row = (values: number[], to: number, kernel = TRIANGLE) =>
  Array.from(resampleRows(Float32Array.from(values), 1, values.length, planTaps(values.length, to, kernel)))

it('resampling to the same size returns equal values', () => {
  expect(row([3, 1, 4, 1, 5], 5)).toEqual([3, 1, 4, 1, 5])
  expect(row([3, 1, 4, 1, 5], 5, CUBIC)).toEqual([3, 1, 4, 1, 5])
})

it('resampling interpolates between pixel centers and clamps at the edge', () => {
  expect(row([0, 8], 4)).toEqual([0, 2, 6, 8])
})

it('downscaling averages fine stripes to a uniform gray', () => {
  const stripes = Array.from({ length: 640 }, (_, i) => (i % 7 < 3 ? 70 : 0))
  for (const value of row(stripes, 16)) expect(Math.abs(value - 30)).toBeLessThan(2)
})

it('resampling a column gives the same values as resampling a row', () => {
  const taps = planTaps(5, 9, CUBIC)
  const values = Float32Array.of(3, 1, 4, 1, 5)
  const out = new Float32Array(1)
  const asRow = resampleRows(values, 1, 5, taps)
  for (let y = 0; y < 9; y++) {
    resampleColumn(values, 1, y, taps, out)
    expect(out[0]).toBeCloseTo(asRow[y] ?? Number.NaN, 5)
  }
})

it('resampling a constant image gives a constant image at any size', () => {
  const side = fc.integer({ min: 1, max: 300 })
  void fc.assert(
    // not awaited, because the property is synchronous
    fc.property(side, side, fc.constantFrom(TRIANGLE, CUBIC), (from, to, kernel) => {
      const { count, first, weights } = planTaps(from, to, kernel)
      for (let position = 0; position < to; position++) {
        const sum = weights.subarray(position * count, (position + 1) * count).reduce((a, b) => a + b, 0)
        expect(Math.abs(sum - 1)).toBeLessThan(1e-5)
        expect(first[position]).toBeGreaterThanOrEqual(0)
        expect(first[position]! + count).toBeLessThanOrEqual(from)
      }
    }),
  )
})

const pixels = (width: number, height: number, rgba: number[]) =>
  rgbPlanes({ width, height, data: Uint8ClampedArray.from(rgba) })
const TWO = { width: 2, height: 1 }
const plain = { mean: [0, 0, 0], std: [1, 1, 1] }

it('normalizedPixels returns red, green and blue interleaved', () => {
  const input = networkInput(pixels(2, 1, [255, 0, 51, 255, 0, 255, 102, 255]), TWO, plain)
  expect(input).toEqual(Float32Array.of(1, 0, 0.2, 0, 1, 0.4))
})

it('normalizedPixels subtracts the mean and divides by the standard deviation', () => {
  const model = { mean: [0.5, 0, 1], std: [0.5, 0.25, 2] }
  expect([...networkInput(pixels(1, 1, [255, 255, 255, 255]), { width: 1, height: 1 }, model)]).toEqual([1, 4, 0])
})

it('networkInput composites transparent pixels onto white', () => {
  const [hidden, , , half] = networkInput(pixels(2, 1, [255, 0, 0, 0, 0, 0, 0, 51]), TWO, plain)
  expect(hidden).toBe(1)
  expect(half).toBeCloseTo(0.8)
})

it.each([
  [1, 7],
  [9, 1],
  [5, 3],
])("networkInput stretches a photo of %i × %i to the network's input size", (width, height) => {
  const gray = Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : 51))
  const input = networkInput(pixels(width, height, gray), TWO, plain)
  expect(input).toHaveLength(6)
  for (const value of input) expect(value).toBeCloseTo(0.2)
})

/** Returns the coverage, scaled to `size`, of a square mask. `at` computes the mask's values. */
function coverageOf(side: number, at: (x: number, y: number) => number, size = { width: side, height: side }) {
  const mask = Float32Array.from({ length: side * side }, (_, i) => at(i % side, Math.floor(i / side)))
  return maskToCoverage(mask, { width: side, height: side }, size)
}

it('maskToCoverage returns null for a mask with a low maximum', () => {
  expect(coverageOf(8, (x) => (x === 3 ? 0.29 : 0))).toBeNull()
  expect(coverageOf(8, (x) => (x === 3 ? 0.31 : 0))).not.toBeNull()
})

it('maskToCoverage scales a faint mask to full coverage', () => {
  const coverage = coverageOf(8, (x) => (x < 4 ? 0.6 : 0.1))
  expect([...coverage!.subarray(0, 8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 0])
})

it('maskToCoverage makes soft edges steeper and narrower', () => {
  const coverage = coverageOf(5, (x) => x / 4)
  expect([...coverage!.subarray(0, 5)]).toEqual([0, 11, 94, 186, 255])
})

it('the interior of a subject stays opaque next to its narrower edge', () => {
  const coverage = coverageOf(20, (x) => (x < 2 ? 1 : x < 12 ? 0.9 : 0))
  expect([...coverage!.subarray(2, 10)]).toEqual(Array(8).fill(255))
})

it("maskToCoverage doesn't narrow a part that is uncertain everywhere", () => {
  const coverage = coverageOf(20, (x) => (x < 4 ? 1 : x < 12 ? 0 : 0.6))
  expect(coverage?.[16]).toBe(161) // 0.6 with contrast, as without a certain part
})

it.each([
  [1, 40],
  [40, 1],
  [1, 1],
  [3, 17],
  [300, 200],
])('maskToCoverage returns a mask of the photo’s size, %i × %i', (width, height) => {
  const coverage = coverageOf(16, (x, y) => (x > 4 && y > 4 ? 1 : 0), { width, height })
  expect(coverage).toHaveLength(width * height)
})

it("enlarging a mask doesn't move the subject", () => {
  const coverage = coverageOf(16, (x, y) => (x >= 8 && y >= 4 ? 1 : 0), { width: 160, height: 80 })!
  const at = (x: number, y: number) => coverage[y * 160 + x]
  expect([at(75, 40), at(85, 40), at(159, 79), at(120, 15), at(120, 25)]).toEqual([0, 255, 255, 0, 255])
})
