import { expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { ScoredMask } from '../maskCandidates.ts'
import type { Plane } from '../plane.ts'
import {
  isOneOfSeveral,
  isPartOfPerson,
  memberOf,
  showsPeople,
  wholePerson,
  withLargerPerson,
  withMaskInBox,
} from './clickedPerson.ts'

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

it("a click on the shirt of an uncertain person selects SAM's largest mask of the person", () => {
  const map = people(0.85, HEAD, SHIRT, LEGS, [24, 14, 40, 40])
  const larger = (...masks: ScoredMask[]) => withLargerPerson(JACKET, [JACKET, ...masks], CLICK, map)
  const found = larger(mask(SHIRT, LEGS), { ...PERSON, predictedIou: 0.65 })
  expect([isIn([found], 17, 6), isIn([found], 17, 38), isIn([found], 32, 20)]).toEqual([true, true, false])
  expect(larger(), 'no larger mask').toBe(JACKET)
  expect(larger({ ...PERSON, predictedIou: 0.5 }), 'a poor mask').toBe(JACKET)
  expect(larger(mask(HEAD, LEGS)), 'another part of the person').toBe(JACKET)
  expect(larger(mask(HEAD, SHIRT, [0, 0, 60, 12])), 'the person and the sky').toBe(JACKET)
  const unstable = { ...PERSON, values: PERSON.values.map((value, at) => (value > 0 && at % 3 ? 0.5 : value)) }
  expect(larger(unstable), 'a mask without clear edges').toBe(JACKET)
})

it("isPartOfPerson returns true for a person's garment, but not for the person or a thing", () => {
  const map = people(0.85, HEAD, SHIRT, LEGS)
  const thing = mask([40, 4, 50, 20])
  expect([JACKET, PERSON, thing].map((one) => isPartOfPerson(one, map))).toEqual([true, false, false])
  expect([JACKET, PERSON, thing].map((one) => showsPeople(one, map))).toEqual([true, true, false])
})

it('a click on one of two animals that touch each other selects only this animal', () => {
  const [left, right]: [Box, Box] = [
    [4, 10, 26, 36],
    [26, 12, 50, 36],
  ]
  const group = mask(left, right)
  const masks = [group, mask([8, 12, 12, 16]), mask(left)]
  const click = { x: 10.5, y: 14.5 }
  expect(memberOf(group, masks, click, [mask(right)])).toEqual(mask(left))
  expect(memberOf(group, masks, click, [mask([30, 14, 36, 20])]), 'the other one is unknown').toBe(group)
  const upper: Box = [4, 10, 50, 24]
  expect(memberOf(group, [group, mask(upper)], click, [mask([4, 24, 50, 36])]), 'a part above the rest').toBe(group)
})

it('isOneOfSeveral is true for a member of the subject, and for a whole person next to the subject', () => {
  const [left, right, head]: [Box, Box, Box] = [
    [4, 10, 26, 36],
    [26, 12, 50, 36],
    [4, 10, 12, 20],
  ]
  const [group, members] = [mask(left, right), [mask(left), mask(right)]]
  expect(isOneOfSeveral(mask(left), group, [], members), 'a member').toBe(true)
  expect(isOneOfSeveral(mask(left), group, [], [mask(left)]), 'the other one is unknown').toBe(false)
  expect(isOneOfSeveral(mask(left), mask(right), [mask(left)], []), 'a person beside the subject').toBe(true)
  expect(isOneOfSeveral(mask(left), mask(right), [mask(head)], []), 'more than the person').toBe(false)
  expect(isOneOfSeveral(mask(head), group, [mask(head)], []), 'a small part of the subject').toBe(false)
})

it("a click on a person adds the people's pixels of the mask in the box around the clicked mask", async () => {
  const clicked = mask(SHIRT, LEGS)
  const arm: Box = [24, 14, 26, 24]
  const map = people(0.85, HEAD, SHIRT, LEGS, arm)
  const boxes: Rect[] = []
  const inBox = (...drawn: Box[]) =>
    withMaskInBox(clicked, CLICK, map, async (box) => {
      boxes.push(box)
      return mask(...drawn)
    })
  expect(isIn([await inBox(SHIRT, LEGS, arm)], 25, 18)).toBe(true)
  expect(boxes[0]).toMatchObject({ x: 9.3, y: 10.6, height: 29.4 })
  expect(boxes[0]?.width).toBeCloseTo(15.4)
  expect(await inBox(SHIRT, LEGS, [24, 24, 30, 40]), 'a thing').toBe(clicked)
  expect(await inBox(HEAD, LEGS), 'without the shirt').toBe(clicked)
})
