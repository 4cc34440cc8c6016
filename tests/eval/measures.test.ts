import { expect, it } from 'vitest'
import { bandOf, bootstrap, measure } from './measures.ts'

const SIZE = { width: 40, height: 30 }
const box = (left: number, right: number, value = 255) =>
  Uint8Array.from({ length: 1200 }, (_, i) => (i % 40 >= left && i % 40 < right ? value : 0))

it('measure() returns perfect scores for a matte that equals the true matte', () => {
  expect(measure(box(10, 30), box(10, 30), SIZE)).toEqual({ iou: 1, mae: 0, bandMae: 0, gradient: 0 })
})

it('measure() returns the overlap, the mean error and the error near the edge', () => {
  const { iou, mae, bandMae, gradient } = measure(box(10, 25), box(10, 30), SIZE)
  expect(iou).toBeCloseTo(15 / 20)
  expect(mae).toBeCloseTo(5 / 40)
  expect(bandMae).toBeGreaterThan(mae)
  expect(gradient).toBeGreaterThan(0)
})

it("bandOf marks both sides of the true edge, but not the photo's border", () => {
  const band = bandOf(box(10, 40), SIZE)
  const row = [...band.subarray(15 * 40, 16 * 40)]
  expect(row.flatMap((own, x) => (own ? [x] : []))).toEqual([7, 8, 9, 10, 11, 12, 13])
})

it('the confidence interval of the mean of noise contains zero', () => {
  const noise = Array.from({ length: 60 }, (_, i) => Math.sin(i * 7.3))
  const none = bootstrap(noise)
  expect(none.low).toBeLessThan(0)
  expect(none.high).toBeGreaterThan(0)
  const shifted = bootstrap(noise.map((value) => value + 1))
  expect(shifted.low).toBeGreaterThan(0.5)
  expect(shifted.mean).toBeCloseTo(1 + none.mean)
})
