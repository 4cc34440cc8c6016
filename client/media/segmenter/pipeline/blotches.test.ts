import { expect, it } from 'vitest'
import { removeBlotches } from './blotches.ts'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import { type Plane, zeroPlane } from './plane.ts'

const GRID = { width: 120, height: 100 }

type Mark = [x: number, y: number, width: number, height: number, value: number]

/** Returns a map with a subject at the left, and with other values in the rectangles `marks`. */
function scene(...marks: Mark[]): Plane {
  const plane = zeroPlane(GRID)
  for (const [x, y, width, height, value] of [[0, 0, 40, 100, 0.98] satisfies Mark, ...marks])
    for (let row = y; row < y + height; row++) plane.values.fill(value, row * 120 + x, row * 120 + x + width)
  return plane
}

/** Returns the probability after the removal. `saliencyMaps`: by default, they show only the subject. */
function afterRemoval(prior: Plane, { saliencyMaps = [scene()], logits = null as Plane | null } = {}) {
  const estimate: MaskEstimate = { prior, logits, edits: [] }
  const map = probabilityMap({ ...estimate, edits: removeBlotches(estimate, saliencyMaps) }, GRID)
  return (x: number, y: number) => map.values[y * 120 + x] ?? 0
}

/** An area of low probability in the background, and hair at the subject's edge. */
const BLOTCH: Mark = [60, 30, 30, 30, 0.3]
const HAIR: Mark = [40, 70, 6, 20, 0.3]

it('removeBlotches removes a half-transparent area that the saliency shows as background', () => {
  const at = afterRemoval(scene(BLOTCH, HAIR))
  expect(at(75, 45)).toBeLessThan(0.01)
  expect(at(61, 31)).toBeLessThan(0.01)
  expect(at(20, 50)).toBeCloseTo(0.98)
})

it('removeBlotches removes a blotch up to the edge of the subject, and keeps the subject', () => {
  const at = afterRemoval(scene([40, 30, 30, 30, 0.3]))
  expect(at(55, 45)).toBeLessThan(0.01)
  expect(at(41, 45)).toBeLessThan(0.01)
  expect(at(38, 45)).toBeCloseTo(0.98)
})

it('removeBlotches keeps hair at the edge of the subject', () => {
  const at = afterRemoval(scene(BLOTCH, HAIR))
  expect(at(42, 80)).toBeCloseTo(0.3)
  expect(at(45, 80)).toBeCloseTo(0.3)
})

it('removeBlotches keeps thin parts far from the subject', () => {
  expect(afterRemoval(scene([60, 10, 5, 80, 0.3]))(62, 45)).toBeCloseTo(0.3)
})

it('removeBlotches keeps an area with a core of high probability', () => {
  const at = afterRemoval(scene(BLOTCH, [70, 40, 8, 8, 0.8]))
  expect(at(62, 32)).toBeCloseTo(0.3)
  expect(at(74, 44)).toBeCloseTo(0.8)
})

it('removeBlotches keeps an area with a core in SAM’s masks', () => {
  const logits = { ...GRID, values: scene().values.fill(0) }
  expect(afterRemoval(scene(BLOTCH), { logits })(75, 45)).toBeLessThan(0.01)
  logits.values[45 * 120 + 75] = 1.2
  expect(afterRemoval(scene(BLOTCH), { logits })(65, 45)).toBeCloseTo(0.3)
})

it('removeBlotches keeps an area that one saliency map shows', () => {
  const saliencyMaps = [scene(), scene(BLOTCH)]
  expect(afterRemoval(scene(BLOTCH), { saliencyMaps })(75, 45)).toBeCloseTo(0.3)
})

it("removeBlotches doesn't return edits for a clean background or an empty mask", () => {
  expect(removeBlotches({ prior: scene(HAIR), logits: null, edits: [] }, [scene()])).toEqual([])
  expect(removeBlotches({ prior: null, logits: null, edits: [] }, [zeroPlane(GRID)])).toEqual([])
})
