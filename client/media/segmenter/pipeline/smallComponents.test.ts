import { expect, it } from 'vitest'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import { zeroPlane } from './plane.ts'
import { keepComponentsAt, removeSmallComponents } from './smallComponents.ts'

const GRID = { width: 120, height: 100 }

/**
 * Returns a square subject that contains squares of other values. `marks`: x, y, side and value of each such square.
 */
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

it('removeSmallComponents removes a small island and fills a small hole', () => {
  const at = afterRemoval(scene([100, 50, 3, 0.9], [50, 50, 3, 0.3]))
  expect(at(101, 51)).toBeLessThan(0.01)
  expect(at(51, 51)).toBeGreaterThan(0.99)
  expect(at(30, 30)).toBeCloseTo(0.98)
})

it("removeSmallComponents doesn't remove large islands, or holes of certain background", () => {
  const at = afterRemoval(scene([95, 40, 12, 0.9], [50, 50, 3, 0.02]))
  expect(at(100, 45)).toBeCloseTo(0.9)
  expect(at(51, 51)).toBeCloseTo(0.02, 1)
})

it('removeSmallComponents does not return any edits for a clean subject or an empty mask', () => {
  expect(removeSmallComponents(scene(), GRID)).toEqual([])
  expect(removeSmallComponents({ prior: null, logits: null, edits: [] }, GRID)).toEqual([])
})

/** Logits with two components. */
const drawing = { width: 6, height: 2, values: Float32Array.of(4, 5, -1, -3, 6, 7, 4, -2, -5, -4, 6, -1) }

it('keepComponentsAt keeps the component under the click', () => {
  const kept = keepComponentsAt(drawing, [{ x: 1.2, y: 0.4 }])
  expect([...kept.values]).toEqual([4, 5, -1, -3, -20, -20, 4, -2, -5, -4, -20, -1])
})

it('keepComponentsAt keeps each component that contains a point', () => {
  const places = [
    { x: 0, y: 0 },
    { x: 4, y: 1 },
  ]
  expect(keepComponentsAt(drawing, places)).toEqual(drawing)
})

it('keepComponentsAt keeps all components when no point is in a component', () => {
  expect(keepComponentsAt(drawing, [{ x: 2, y: 0 }])).toBe(drawing)
  expect(keepComponentsAt(drawing, [{ x: 99, y: 0 }]).values[0]).toBe(-20)
})
