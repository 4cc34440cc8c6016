import { expect, it } from 'vitest'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import { zeroPlane } from './plane.ts'
import { removeSmallComponents } from './smallComponents.ts'

const GRID = { width: 120, height: 100 }

/** A square subject with square `marks` of other values in or beside it: x, y, side, value. */
function scene(...marks: [number, number, number, number][]): MaskEstimate {
  const prior = zeroPlane(GRID)
  const fill = (x: number, y: number, width: number, height: number, value: number) => {
    for (let row = y; row < y + height; row++) prior.values.fill(value, row * 120 + x, row * 120 + x + width)
  }
  fill(20, 20, 60, 60, 0.98)
  for (const [x, y, side, value] of marks) fill(x, y, side, side, value)
  return { prior, logits: null, edits: [] }
}

function afterRemoval(estimate: MaskEstimate) {
  const map = probabilityMap({ ...estimate, edits: removeSmallComponents(estimate, GRID) }, GRID)
  return (x: number, y: number) => map.values[y * 120 + x] ?? 0
}

it('removes small islands and fills small holes', () => {
  const at = afterRemoval(scene([100, 50, 3, 0.9], [50, 50, 3, 0.3]))
  expect(at(101, 51)).toBeLessThan(0.01)
  expect(at(51, 51)).toBeGreaterThan(0.99)
  expect(at(30, 30)).toBeCloseTo(0.98)
})

it('keeps large islands and holes of certain background', () => {
  const at = afterRemoval(scene([95, 40, 12, 0.9], [50, 50, 3, 0.02]))
  expect(at(100, 45)).toBeCloseTo(0.9)
  expect(at(51, 51)).toBeCloseTo(0.02, 1)
})

it('makes no edits for a clean subject or an empty mask', () => {
  expect(removeSmallComponents(scene(), GRID)).toEqual([])
  expect(removeSmallComponents({ prior: null, logits: null, edits: [] }, GRID)).toEqual([])
})
