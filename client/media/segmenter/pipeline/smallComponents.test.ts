import { expect, it } from 'vitest'
import { type Belief, believed } from './matteRows.ts'
import { emptyPlane } from './plane.ts'
import { tidying } from './smallComponents.ts'

const GRID = { width: 120, height: 100 }

/** A block of subject with `marks` of other values in or beside it: x, y, side, value. */
function scene(...marks: [number, number, number, number][]): Belief {
  const base = emptyPlane(GRID)
  const fill = (x: number, y: number, width: number, height: number, value: number) => {
    for (let row = y; row < y + height; row++) base.values.fill(value, row * 120 + x, row * 120 + x + width)
  }
  fill(20, 20, 60, 60, 0.98)
  for (const [x, y, side, value] of marks) fill(x, y, side, side, value)
  return { base, logits: null, touches: [] }
}

function tidied(belief: Belief) {
  const map = believed({ ...belief, touches: tidying(belief, GRID) }, GRID)
  return (x: number, y: number) => map.values[y * 120 + x] ?? 0
}

it('removes crumbs and fills pinholes', () => {
  const at = tidied(scene([100, 50, 3, 0.9], [50, 50, 3, 0.3]))
  expect(at(101, 51)).toBeLessThan(0.01)
  expect(at(51, 51)).toBeGreaterThan(0.99)
  expect(at(30, 30)).toBeCloseTo(0.98)
})

it('keeps large parts, and holes that are surely holes', () => {
  const at = tidied(scene([95, 40, 12, 0.9], [50, 50, 3, 0.02]))
  expect(at(100, 45)).toBeCloseTo(0.9)
  expect(at(51, 51)).toBeCloseTo(0.02, 1)
})

it('has nothing to say of a clean subject, nor of none', () => {
  expect(tidying(scene(), GRID)).toEqual([])
  expect(tidying({ base: null, logits: null, touches: [] }, GRID)).toEqual([])
})
