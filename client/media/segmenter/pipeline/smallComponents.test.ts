import { expect, it } from 'vitest'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import type { RgbPlanes } from './networkInputs.ts'
import { zeroPlane } from './plane.ts'
import { keepComponentsAt, openGaps, removeSmallComponents, restoreParts } from './smallComponents.ts'

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

/** Returns the probability after restoring parts. `marks`: as in `scene`. SAM's logits in the marks are `samLogit`. */
function afterRestoring(samLogit: number, ...marks: Parameters<typeof scene>) {
  const saliency = scene(...marks).prior!
  const values = scene(...marks.map(([x, y, side]) => [x, y, side, samLogit] as (typeof marks)[number])).prior!.values
  const logits = { ...GRID, values: values.map((value) => (value === 0 ? -20 : value > 0 ? 8 : value)) }
  const estimate: MaskEstimate = { prior: saliency, logits, edits: [] }
  const map = probabilityMap({ ...estimate, edits: restoreParts(estimate, saliency) }, GRID)
  return (x: number, y: number) => map.values[y * 120 + x] ?? 0
}

it('restoreParts restores lost parts that protrude from the subject, are enclosed by it or are detached from it', () => {
  expect(afterRestoring(-5, [80, 50, 8, 0.6])(84, 54)).toBeCloseTo(0.8, 1)
  expect(afterRestoring(-5, [50, 50, 8, 0.6])(54, 54)).toBeCloseTo(0.8, 1)
  expect(afterRestoring(-5, [100, 50, 8, 0.6])(104, 54)).toBeCloseTo(0.8, 1)
})

it("restoreParts doesn't restore strips along the outline, small parts, or parts that SAM is certain of", () => {
  const strip = [20, 24, 28, 32, 36, 40, 44, 48, 52].map((y) => [80, y, 4, 0.6] as [number, number, number, number])
  for (const at of [
    afterRestoring(-5, ...strip)(82, 40),
    afterRestoring(-5, [80, 50, 3, 0.6])(81, 51),
    afterRestoring(-8, [80, 50, 8, 0.6])(84, 54),
    afterRestoring(-5, [80, 50, 8, 0.3])(84, 54),
  ])
    expect(at).toBeLessThan(0.2)
})

it("without SAM's masks, restoreParts doesn't return any edits", () => {
  expect(restoreParts(scene([80, 50, 8, 0.6]), scene([80, 50, 8, 0.6]).prior!)).toEqual([])
})

/** Logits with two components. */
const drawing = { width: 6, height: 2, values: Float32Array.of(4, 5, -1, -3, 6, 7, 4, -2, -5, -4, 6, -1) }

/**
 * Returns the probability in an enclosed area after opening gaps. The background is white and the subject is green. In
 * the area, the saliency, SAM's logit and the brightness are given.
 */
function afterOpening(saliency: number, samLogit: number, brightness: number) {
  const { prior } = scene([50, 50, 8, saliency])
  const values = scene([50, 50, 8, -1]).prior!.values.map((value) => (value === 0 ? -20 : value > 0 ? 8 : samLogit))
  const estimate: MaskEstimate = { prior, logits: { ...GRID, values }, edits: [] }
  const channel = (inSubject: number) =>
    scene([50, 50, 8, -1]).prior!.values.map((value) => (value === 0 ? 1 : value > 0 ? inSubject : brightness))
  const rgb = [0.2, 0.5, 0.2].map((inSubject) => ({ ...GRID, values: channel(inSubject) })) as unknown as RgbPlanes
  const map = probabilityMap({ ...estimate, edits: openGaps(estimate, prior!, rgb) }, GRID)
  expect(map.values[30 * 120 + 30], 'the subject').toBeGreaterThan(0.99)
  return map.values[54 * 120 + 54]
}

it('openGaps opens a gap with the color of the background that both networks are less certain of', () => {
  expect(afterOpening(0.7, 4, 1)).toBeLessThan(0.01)
})

it.each([
  ['with another color than the background', 0.7, 4, 0.6],
  ['that the saliency shows as clearly as the rest', 0.98, 4, 1],
  ['that SAM is as certain of as of the rest', 0.7, 8, 1],
])('openGaps keeps an area of the subject %s', (_, saliency, samLogit, brightness) => {
  expect(afterOpening(saliency, samLogit, brightness)).toBeGreaterThan(0.9)
})

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
