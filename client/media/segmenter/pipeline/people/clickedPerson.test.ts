import { expect, it } from 'vitest'
import type { ScoredMask } from '../maskCandidates.ts'
import type { Plane } from '../plane.ts'
import { wholePerson } from './clickedPerson.ts'

const GRID = { width: 60, height: 40 }
type Box = readonly [left: number, top: number, right: number, bottom: number]

const plane = (boxes: readonly Box[], inside: number, outside: number): Plane => ({
  ...GRID,
  values: Float32Array.from({ length: GRID.width * GRID.height }, (_, at) => {
    const [x, y] = [at % GRID.width, Math.floor(at / GRID.width)]
    const isIn = boxes.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom)
    return isIn ? inside : outside
  }),
})
const mask = (...boxes: Box[]): ScoredMask => ({ ...plane(boxes, 9, -9), predictedIou: 0.9 })
const people = (probability: number, ...boxes: Box[]) => plane(boxes, probability, 0)
const [HEAD, SHIRT, LEGS]: [Box, Box, Box] = [
  [14, 4, 20, 12],
  [10, 12, 24, 24],
  [12, 24, 22, 40],
]
const [PERSON, JACKET] = [mask(HEAD, SHIRT, LEGS), mask(SHIRT)]
const CLICK = { x: 17.5, y: 18.5 }
const isIn = ([found]: readonly ScoredMask[], x: number, y: number) => (found?.values[y * GRID.width + x] ?? 0) > 0

it("a click on a shirt selects SAM's mask of the whole person", () => {
  const map = people(0.99, HEAD, SHIRT, LEGS)
  expect(wholePerson(JACKET, [JACKET, PERSON], CLICK, map)).toEqual([PERSON])
  expect(wholePerson(PERSON, [JACKET, PERSON], CLICK, map), 'already whole').toBeNull()
})

it('a click on a shirt selects the person from the person map if SAM returns only parts', () => {
  const found = wholePerson(JACKET, [JACKET], CLICK, people(0.99, HEAD, SHIRT, LEGS))!
  expect([isIn(found, 17, 6), isIn(found, 17, 18), isIn(found, 17, 38), isIn(found, 40, 18)]).toEqual([
    ...[true, true, true, false],
  ])
})

it('a click on one of two people who touch each other selects only this person', () => {
  const second: Box = [24, 8, 40, 40]
  const arm: Box = [22, 20, 26, 24]
  const found = wholePerson(JACKET, [JACKET], CLICK, people(0.99, HEAD, SHIRT, LEGS, arm, [28, 4, 36, 12], second))!
  expect([isIn(found, 17, 6), isIn(found, 17, 38), isIn(found, 32, 20)]).toEqual([true, true, false])
})

it("a click doesn't select an uncertain person or a person that isn't under the click", () => {
  expect(wholePerson(JACKET, [JACKET], CLICK, people(0.85, HEAD, SHIRT, LEGS))).toBeNull()
  expect(wholePerson(JACKET, [JACKET], { x: 50, y: 5 }, people(0.99, HEAD, SHIRT, LEGS))).toBeNull()
})

it('a click on a horse with a rider selects the whole horse', () => {
  const horse = mask(SHIRT, [2, 20, 50, 38])
  expect(wholePerson(horse, [horse, PERSON], CLICK, people(0.99, HEAD, SHIRT, LEGS))).toBeNull()
})
