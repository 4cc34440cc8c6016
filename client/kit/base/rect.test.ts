import { expect, it } from 'vitest'
import { intersection, rotatedBounds, union } from './rect.ts'

const a = { x: 0, y: 0, width: 10, height: 10 }

it('union is the smallest rectangle around both', () => {
  expect(union(a, { x: 5, y: -2, width: 20, height: 4 })).toEqual({ x: 0, y: -2, width: 25, height: 12 })
})

it.each([
  [
    { x: 4, y: 6, width: 10, height: 10 },
    { x: 4, y: 6, width: 6, height: 4 },
  ],
  [{ x: 10, y: 0, width: 5, height: 5 }, null],
  [{ x: 2, y: -9, width: 3, height: 5 }, null],
])('the intersection with %j is %j', (b, expected) => {
  expect(intersection(a, b)).toEqual(expected)
})

it('returns the bounding box of a rotated rectangle', () => {
  const quarter = rotatedBounds({ x: 0, y: 0, width: 4, height: 2 }, 90)
  expect(quarter.x).toBeCloseTo(-2)
  expect(quarter.y).toBeCloseTo(0)
  expect(quarter.width).toBeCloseTo(2)
  expect(quarter.height).toBeCloseTo(4)
  const diamond = rotatedBounds({ x: -1, y: -1, width: 2, height: 2 }, 45)
  expect(diamond.width).toBeCloseTo(2 * Math.SQRT2)
})
