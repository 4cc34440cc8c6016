import fc from 'fast-check'
import { expect, it } from 'vitest'
import { disjointRects } from './disjointRects.ts'
import type { Rect } from './geometry.ts'

const side = fc.integer({ min: 0, max: 9 })
const rects = fc.array(fc.record({ x: side, y: side, width: side, height: side }), { maxLength: 7 })
const places = Array.from({ length: 20 * 20 }, (_, i) => ({ x: (i % 20) + 0.5, y: Math.floor(i / 20) + 0.5 }))
const holding = (all: readonly Rect[], at: { x: number; y: number }) =>
  all.filter(({ x, y, width, height }) => at.x > x && at.x < x + width && at.y > y && at.y < y + height).length

it('covers every point of the input rectangles exactly once, and no other point', () => {
  fc.assert(
    fc.property(rects, (given) => {
      const found = disjointRects(given)
      for (const at of places) expect(holding(found, at)).toBe(Math.min(1, holding(given, at)))
    }),
  )
})

it('keeps a single rectangle and merges two neighbours', () => {
  const left = { x: 2, y: 3, width: 4, height: 5 }
  expect(disjointRects([left])).toEqual([left])
  expect(disjointRects([{ ...left, x: 6 }, left])).toEqual([{ ...left, width: 8 }])
  expect(disjointRects([])).toEqual([])
})
