import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { CUBIC, planTaps, resampleColumn, resampleRows, TRIANGLE } from './resample.ts'

const row = (values: number[], to: number, kernel = TRIANGLE) =>
  Array.from(resampleRows(Float32Array.from(values), 1, 1, values.length, planTaps(values.length, to, kernel)))

it('returns equal values at equal size', () => {
  expect(row([3, 1, 4, 1, 5], 5)).toEqual([3, 1, 4, 1, 5])
  expect(row([3, 1, 4, 1, 5], 5, CUBIC)).toEqual([3, 1, 4, 1, 5])
})

it('interpolates between pixel centres and clamps at the edge', () => {
  expect(row([0, 8], 4)).toEqual([0, 2, 6, 8])
})

it('averages when downscaling: fine stripes become one grey', () => {
  const stripes = Array.from({ length: 640 }, (_, i) => (i % 7 < 3 ? 70 : 0))
  for (const value of row(stripes, 16)) expect(Math.abs(value - 30)).toBeLessThan(2)
})

it('resamples columns like rows', () => {
  const taps = planTaps(5, 9, CUBIC)
  const values = Float32Array.of(3, 1, 4, 1, 5)
  const out = new Float32Array(1)
  const asRow = resampleRows(values, 1, 1, 5, taps)
  for (let y = 0; y < 9; y++) {
    resampleColumn(values, 1, y, taps, out)
    expect(out[0]).toBeCloseTo(asRow[y] ?? Number.NaN, 5)
  }
})

it('reads nothing outside and keeps a constant image constant at any size', () => {
  const side = fc.integer({ min: 1, max: 300 })
  void fc.assert(
    // synchronous, as the property is
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
