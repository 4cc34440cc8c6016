import { expect, it } from 'vitest'
import { probabilityMap } from './maskEstimate.ts'
import { containsPerson, personEstimate } from './personMask.ts'
import { type Plane, zeroPlane } from './plane.ts'

const GRID = { width: 256, height: 192 }

/** `inside` within these shares of the width, `outside` elsewhere. */
function band(from: number, to: number, [outside, inside] = [0, 1], size = { width: 64, height: 64 }): Plane {
  const plane = zeroPlane(size)
  for (let i = 0; i < plane.values.length; i++) {
    const share = (i % size.width) / size.width
    plane.values[i] = share >= from && share < to ? inside! : outside!
  }
  return plane
}
const candidate = (from: number, to: number) => ({ logits: band(from, to, [-12, 12], GRID), score: 1 })
const at = (map: Plane, x: number) => map.values[90 * GRID.width + Math.round(x * GRID.width)]!

it('counts a tiny person map as nobody', () => {
  expect(containsPerson(band(0.5, 0.515))).toBe(false)
  expect(containsPerson(band(0.5, 0.55))).toBe(true)
})

it('takes the outline from SAM’s masks of people and ignores its other masks', () => {
  const map = probabilityMap(
    personEstimate(band(0.2, 0.5, [0, 0.9]), [candidate(0.2, 0.53), candidate(0.7, 1)], GRID),
    GRID,
  )
  expect(at(map, 0.515)).toBeGreaterThan(0.4)
  expect(at(map, 0.35)).toBeGreaterThan(0.99)
  expect(at(map, 0.85)).toBeLessThan(0.01)
})

it('uses the person map alone where no SAM mask agrees with it', () => {
  const map = probabilityMap(personEstimate(band(0.2, 0.5), [candidate(0.2, 0.9)], GRID), GRID)
  expect(at(map, 0.35)).toBeGreaterThan(0.99)
  expect(at(map, 0.7)).toBeLessThan(0.01)
})
