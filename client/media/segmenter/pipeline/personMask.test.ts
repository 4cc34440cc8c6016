import { expect, it } from 'vitest'
import { believed } from './matteRows.ts'
import { peopleOf, showsPeople } from './personMask.ts'
import { emptyPlane, type Plane } from './plane.ts'

const GRID = { width: 256, height: 192 }

/** `inside` within these shares of the width, `outside` elsewhere. */
function band(from: number, to: number, [outside, inside] = [0, 1], size = { width: 64, height: 64 }): Plane {
  const plane = emptyPlane(size)
  for (let i = 0; i < plane.values.length; i++) {
    const share = (i % size.width) / size.width
    plane.values[i] = share >= from && share < to ? inside! : outside!
  }
  return plane
}
const candidate = (from: number, to: number) => ({ logits: band(from, to, [-12, 12], GRID), quality: 1 })
const at = (map: Plane, x: number) => map.values[90 * GRID.width + Math.round(x * GRID.width)]!

it('sees nobody where hardly anything is seen', () => {
  expect(showsPeople(band(0.5, 0.515))).toBe(false)
  expect(showsPeople(band(0.5, 0.55))).toBe(true)
})

it('gives people the edges of what is drawn of them, and nothing else that is drawn', () => {
  const map = believed(peopleOf(band(0.2, 0.5, [0, 0.9]), [candidate(0.2, 0.53), candidate(0.7, 1)], GRID), GRID)
  expect(at(map, 0.515)).toBeGreaterThan(0.4)
  expect(at(map, 0.35)).toBeGreaterThan(0.99)
  expect(at(map, 0.85)).toBeLessThan(0.01)
})

it('keeps to what the network sees where nothing that is drawn is people alone', () => {
  const map = believed(peopleOf(band(0.2, 0.5), [candidate(0.2, 0.9)], GRID), GRID)
  expect(at(map, 0.35)).toBeGreaterThan(0.99)
  expect(at(map, 0.7)).toBeLessThan(0.01)
})
