import { expect, it } from 'vitest'
import type { MaskCandidate } from './maskCandidates.ts'
import { type Plane, weightedSum, zeroPlane } from './plane.ts'
import { augmentationWeights } from './testTimeAugmentation.ts'

const GRID = { width: 40, height: 30 }

/** Returns a map with `value` between two columns and 0 elsewhere. */
function columns(from: number, to: number, value = 1): Plane {
  const plane = zeroPlane(GRID)
  for (let i = 0; i < plane.values.length; i++) if (i % 40 >= from && i % 40 < to) plane.values[i] = value
  return plane
}

const candidate = (from: number, to: number): MaskCandidate => {
  const { values } = columns(from, to)
  return { logits: { ...GRID, values: values.map((value) => (value > 0 ? 12 : -12)) }, score: 0.9 }
}

const options = (...candidates: MaskCandidate[]) => ({ candidates, hasPersonPrior: false })

it('augmentationWeights gives a higher weight to a map that agrees with SAM’s masks', () => {
  const [good = 0, poor = 0] = augmentationWeights([columns(10, 20), columns(10, 30)], options(candidate(10, 20)))
  expect(good + poor).toBeCloseTo(1)
  expect(good / poor).toBeCloseTo(4, 1) // the soft IoUs are 1 and 0.5, and each weight is the square of its IoU
})

it('augmentationWeights gives the weight 0 to a map that covers the whole border', () => {
  const everything = columns(0, 40)
  expect(augmentationWeights([columns(10, 20), everything], options(candidate(0, 40)))).toEqual([1, 0])
  expect(augmentationWeights([everything, everything], options(candidate(0, 40)))).toEqual([0.5, 0.5])
})

it('augmentationWeights gives all maps the same weight if there are no SAM masks', () => {
  const maps = [columns(10, 20), columns(12, 20)]
  const weights = augmentationWeights(maps, options())
  expect(weights).toEqual([0.5, 0.5])
  expect(weightedSum(maps, weights).values[11]).toBe(0.5)
})

it("augmentationWeights uses the person map only if the person map agrees best with SAM's masks", () => {
  const maps = (person: Plane) => [columns(10, 20), columns(10, 22), person]
  const withPerson = { ...options(candidate(10, 28)), hasPersonPrior: true }
  const [, second = 0, best = 0] = augmentationWeights(maps(columns(10, 28)), withPerson)
  expect(best).toBeGreaterThan(second)
  expect(augmentationWeights(maps(columns(10, 16)), withPerson)[2]).toBe(0)
  expect(augmentationWeights(maps(columns(10, 28)), { ...options(), hasPersonPrior: true })[2]).toBe(0)
})
