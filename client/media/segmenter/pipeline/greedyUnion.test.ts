import { expect, it } from 'vitest'
import { greedyUnion, softIou } from './greedyUnion.ts'
import type { MaskCandidate } from './maskCandidates.ts'
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

it('computes the soft IoU as the sum of minima over the sum of maxima', () => {
  expect(softIou(Float32Array.of(1, 0.5, 0), Float32Array.of(0.5, 1, 0))).toBeCloseTo(0.5)
  expect(softIou(Float32Array.of(0), Float32Array.of(0))).toBe(0)
})

it('takes the best match, adds what is missing, and nothing with a small gain', () => {
  const base = strip(0, 80, 1, 0)
  const found = greedyUnion(base, [candidate(50, 80), candidate(0, 50), candidate(79, 81), candidate(90, 100)])
  expect(found.taken).toEqual([1, 0])
  expect(found.agreement).toBeCloseTo(1, 3)
  expect(found.logits.values[60]).toBe(12)
  expect(found.logits.values[95]).toBe(-12)
})

it('weights the soft IoU by the candidate’s score', () => {
  const base = strip(0, 50, 1, 0)
  expect(greedyUnion(base, [candidate(0, 48, 0.5), candidate(0, 46, 1)]).taken[0]).toBe(1)
})

it('takes at most six candidates', () => {
  const base = strip(0, 100, 1, 0)
  const tenths = Array.from({ length: 10 }, (_, i) => candidate(10 * i, 10 * i + 10))
  expect(greedyUnion(base, tenths).taken).toHaveLength(6)
})

it('takes nothing when there are no candidates', () => {
  expect(greedyUnion(strip(0, 9, 1, 0), [])).toMatchObject({ taken: [], agreement: 0 })
})
