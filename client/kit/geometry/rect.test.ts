import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Rect } from './geometry.ts'
import { disjointRects, intersection, rowBands, union } from './rect.ts'

const a = { x: 0, y: 0, width: 10, height: 10 }

it('union returns the smallest rectangle around two rectangles', () => {
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

const side = fc.integer({ min: 0, max: 9 })
const rects = fc.array(fc.record({ x: side, y: side, width: side, height: side }), { maxLength: 7 })
const places = Array.from({ length: 20 * 20 }, (_, i) => ({ x: (i % 20) + 0.5, y: Math.floor(i / 20) + 0.5 }))
const holding = (all: readonly Rect[], at: { x: number; y: number }) =>
  all.filter(({ x, y, width, height }) => at.x > x && at.x < x + width && at.y > y && at.y < y + height).length

it('disjointRects covers every point of its input exactly once', () => {
  fc.assert(
    fc.property(rects, (given) => {
      const found = disjointRects(given)
      for (const at of places) expect(holding(found, at)).toBe(Math.min(1, holding(given, at)))
    }),
  )
})

it('disjointRects merges two neighboring rectangles', () => {
  const left = { x: 2, y: 3, width: 4, height: 5 }
  expect(disjointRects([left])).toEqual([left])
  expect(disjointRects([{ ...left, x: 6 }, left])).toEqual([{ ...left, width: 8 }])
  expect(disjointRects([])).toEqual([])
})

it('rowBands splits an image into bands of whole steps with at most 2^20 px, or of one step', () => {
  const band = { x: 0, y: 0, width: 1000, height: 1048 }
  expect(rowBands({ width: 1000, height: 1050 })).toEqual([band, { ...band, y: 1048, height: 2 }])
  expect(rowBands({ width: 1000, height: 1048 })).toEqual([band])
  expect(rowBands({ width: 1000, height: 1050 }, 16)[0]?.height).toBe(1040)
  expect(rowBands({ width: 2 ** 21, height: 9 }, 8).map(({ height }) => height)).toEqual([8, 1])
})
