import { expect, it } from 'vitest'
import type { NumberedMask } from '../subjectState.ts'
import { erasableObjects, notLifted, wholeObjects } from './notLifted.ts'

const GRID = { width: 8, height: 4 }
/** Returns a mask of the grid columns from `from` to `to`. The mask's grid is `scale` times as large as `GRID`. */
const columns = (from: number, to: number, scale = 1) => {
  const [width, height] = [GRID.width * scale, GRID.height * scale]
  const isInside = (x: number) => x >= from * scale && x < to * scale
  return {
    ...{ width, height },
    coverage: Uint8Array.from({ length: width * height }, (_, at) => (isInside(at % width) ? 255 : 0)),
  }
}
const MASKS: NumberedMask[] = [columns(0, 6), columns(0, 3), columns(6, 8)].map((mask, number) => ({
  number,
  mask: { ...mask, score: 0.9 },
}))
const numbersAfter = (...lifted: [from: number, to: number][]) =>
  notLifted(
    MASKS,
    lifted.map(([from, to]) => columns(from, to, 5)),
  ).map(({ number }) => number)

it('notLifted excludes erased objects and their parts', () => {
  expect(numbersAfter()).toEqual([0, 1, 2])
  expect(numbersAfter([0, 6])).toEqual([2])
})

it('notLifted suggests an object until all of its parts are erased', () => {
  expect(numbersAfter([0, 3])).toEqual([0, 2])
  expect(numbersAfter([0, 3], [3, 6])).toEqual([2])
})

it('notLifted suggests only the rest of a partly erased object while the user erases', () => {
  const [whole] = notLifted(MASKS, [columns(0, 3)], true)
  expect(whole).toEqual({ number: 0, mask: { ...columns(3, 6), score: 0.9 } })
})

const SIDE = 64
const boxed = (number: number, [left, top, right, bottom]: readonly number[], score = 0.9): NumberedMask => ({
  number,
  mask: {
    ...{ width: SIDE, height: SIDE, score },
    coverage: Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
      const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
      return x >= left! && x < right! && y >= top! && y < bottom! ? 255 : 0
    }),
  },
})

it('wholeObjects returns only confident masks of whole objects', () => {
  const [part, object] = [boxed(0, [12, 12, 20, 20]), boxed(1, [10, 10, 30, 30])]
  const [scene, frame] = [boxed(2, [0, 0, 64, 40]), boxed(3, [0, 0, 64, 8])]
  const [unsure, arm] = [boxed(4, [40, 2, 50, 8], 0.75), boxed(5, [44, 44, 50, 60])]
  expect(wholeObjects([part, object, scene, frame, unsure, arm]).map(({ number }) => number)).toEqual([1, 5])
})

it('wholeObjects excludes tiny masks, poor masks and parts of a person, and removes specks', () => {
  const [shirt, poor] = [boxed(0, [10, 10, 20, 20]), boxed(1, [24, 10, 34, 20], 0.88)]
  const [tiny, thing] = [boxed(2, [40, 40, 44, 44]), boxed(3, [40, 10, 60, 34])]
  const dusty = { ...thing.mask, coverage: thing.mask.coverage.map((value, at) => (at === 70 ? 255 : value)) }
  const masks = [{ number: 0, mask: { ...shirt.mask, isPart: true } }, poor, tiny, { number: 3, mask: dusty }]
  expect(wholeObjects(masks)).toEqual([thing])
})

it("erasableObjects returns a group's members instead of the group, and excludes scraps", () => {
  const [wheel, left, right] = [boxed(0, [14, 24, 20, 30]), boxed(1, [10, 10, 30, 30]), boxed(2, [30, 10, 50, 30])]
  const [pair, tiny] = [boxed(3, [10, 10, 50, 30]), boxed(4, [2, 50, 6, 54])]
  const one = ({ number, mask }: NumberedMask) => ({ number, mask: { ...mask, isOneOfSeveral: true } })
  const masks = [one(pair), wheel, one(left), one(right), one(tiny)]
  const numbers = (subject: NumberedMask) => erasableObjects(masks, subject.mask).map(({ number }) => number)
  expect(numbers(pair)).toEqual([1, 2])
  expect(numbers(left), 'the left one is the subject').toEqual([2])
})
