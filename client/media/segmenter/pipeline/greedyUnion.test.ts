import { expect, it } from 'vitest'
import { containsPerson, greedyUnion, personEstimate, softIou } from './greedyUnion.ts'
import type { MaskCandidate } from './maskCandidates.ts'
import { probabilityMap } from './maskEstimate.ts'
import { type Plane, zeroPlane } from './plane.ts'

const WIDTH = 100
function strip(from: number, to: number, inside: number, outside: number): Plane {
  const plane = zeroPlane({ width: WIDTH, height: 1 })
  for (let x = 0; x < WIDTH; x++) plane.values[x] = x >= from && x < to ? inside : outside
  return plane
}
const candidate = (from: number, to: number, score = 1): MaskCandidate => ({
  logits: strip(from, to, 12, -12),
  score,
})

it('softIou divides the sum of the minima by the sum of the maxima', () => {
  expect(softIou(Float32Array.of(1, 0.5, 0), Float32Array.of(0.5, 1, 0))).toBeCloseTo(0.5)
  expect(softIou(Float32Array.of(0), Float32Array.of(0))).toBe(0)
})

it('greedyUnion begins with the best candidate and omits candidates that add little', () => {
  const base = strip(0, 80, 1, 0)
  const found = greedyUnion(base, [candidate(50, 80), candidate(0, 50), candidate(79, 81), candidate(90, 100)])
  expect(found.taken).toEqual([1, 0])
  expect(found.agreement).toBeCloseTo(1, 3)
  expect(found.logits.values[60]).toBe(12)
  expect(found.logits.values[95]).toBe(-12)
})

it("greedyUnion weights a candidate's soft IoU by the candidate's score", () => {
  const base = strip(0, 50, 1, 0)
  expect(greedyUnion(base, [candidate(0, 48, 0.5), candidate(0, 46, 1)]).taken[0]).toBe(1)
})

it('greedyUnion combines at most six candidates', () => {
  const base = strip(0, 100, 1, 0)
  const tenths = Array.from({ length: 10 }, (_, i) => candidate(10 * i, 10 * i + 10))
  expect(greedyUnion(base, tenths).taken).toHaveLength(6)
})

it('greedyUnion returns an empty union if there are no candidates', () => {
  expect(greedyUnion(strip(0, 9, 1, 0), [])).toMatchObject({ taken: [], agreement: 0 })
})

const GRID = { width: 256, height: 192 }

/** Returns a map with `inside` between these fractions of the width, and `outside` elsewhere. */
function band(from: number, to: number, [outside, inside] = [0, 1], size = { width: 64, height: 64 }): Plane {
  const plane = zeroPlane(size)
  for (let i = 0; i < plane.values.length; i++) {
    const share = (i % size.width) / size.width
    plane.values[i] = share >= from && share < to ? inside! : outside!
  }
  return plane
}
const bandCandidate = (from: number, to: number) => ({ logits: band(from, to, [-12, 12], GRID), score: 1 })
const at = (map: Plane, x: number) => map.values[90 * GRID.width + Math.round(x * GRID.width)]!

it('containsPerson is false for a tiny area of the person map', () => {
  expect(containsPerson(band(0.5, 0.515))).toBe(false)
  expect(containsPerson(band(0.5, 0.55))).toBe(true)
})

it('personEstimate refines the outline of the person map with SAM’s masks of people only', () => {
  const candidates = [bandCandidate(0.2, 0.53), bandCandidate(0.7, 1)]
  const map = probabilityMap(personEstimate(band(0.2, 0.5, [0, 0.9]), candidates, GRID), GRID)
  expect(at(map, 0.515)).toBeGreaterThan(0.4)
  expect(at(map, 0.35)).toBeGreaterThan(0.99)
  expect(at(map, 0.85)).toBeLessThan(0.01)
})

it('personEstimate returns the person map if no SAM mask matches', () => {
  const map = probabilityMap(personEstimate(band(0.2, 0.5), [bandCandidate(0.2, 0.9)], GRID), GRID)
  expect(at(map, 0.35)).toBeGreaterThan(0.99)
  expect(at(map, 0.7)).toBeLessThan(0.01)
})
