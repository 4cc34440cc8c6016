import { expect, it } from 'vitest'
import type { Candidate } from './maskCandidates.ts'
import { weightsOf } from './testTimeAugmentation.ts'
import { emptyPlane, type Plane, weighted } from './plane.ts'

const GRID = { width: 40, height: 30 }

/** `value` between two columns. */
function columns(from: number, to: number, value = 1): Plane {
  const plane = emptyPlane(GRID)
  for (let i = 0; i < plane.values.length; i++) if (i % 40 >= from && i % 40 < to) plane.values[i] = value
  return plane
}

const drawn = (from: number, to: number): Candidate => {
  const { values } = columns(from, to)
  return { logits: { ...GRID, values: values.map((value) => (value > 0 ? 12 : -12)) }, quality: 0.9 }
}

const how = (...candidates: Candidate[]) => ({ candidates, sharpness: 2, hasGuest: false })

it('believes a map the more, the better the candidates can put it together', () => {
  const [good = 0, poor = 0] = weightsOf([columns(10, 20), columns(10, 30)], how(drawn(10, 20)))
  expect(good + poor).toBeCloseTo(1)
  expect(good / poor).toBeCloseTo(4, 1) // overlaps of 1 and a half, squared
})

it('does not believe a map that takes the whole frame, unless all do', () => {
  const everything = columns(0, 40)
  expect(weightsOf([columns(10, 20), everything], how(drawn(0, 40)))).toEqual([1, 0])
  expect(weightsOf([everything, everything], how(drawn(0, 40)))).toEqual([0.5, 0.5])
})

it('believes all alike when nothing was drawn', () => {
  const maps = [columns(10, 20), columns(12, 20)]
  const weights = weightsOf(maps, how())
  expect(weights).toEqual([0.5, 0.5])
  expect(weighted(maps, weights).values[11]).toBe(0.5)
})

it('listens to a guest only where it is put together best', () => {
  const maps = (guest: Plane) => [columns(10, 20), columns(10, 22), guest]
  const asked = { ...how(drawn(10, 28)), hasGuest: true }
  const [, second = 0, best = 0] = weightsOf(maps(columns(10, 28)), asked)
  expect(best).toBeGreaterThan(second)
  expect(weightsOf(maps(columns(10, 16)), asked)[2]).toBe(0)
  expect(weightsOf(maps(columns(10, 28)), { ...how(), hasGuest: true })[2]).toBe(0)
})
