import { expect, it } from 'vitest'
import type { NumberedMask } from '../subjectState.ts'
import { notLifted, wholeObjects } from './notLifted.ts'

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

it('wholeObjects returns only confident masks of whole objects outside the subject', () => {
  const [part, object] = [boxed(0, [12, 12, 20, 20]), boxed(1, [10, 10, 30, 30])]
  const [scene, frame] = [boxed(2, [0, 0, 64, 40]), boxed(3, [0, 0, 64, 8])]
  const [unsure, arm] = [boxed(4, [40, 2, 50, 8], 0.75), boxed(5, [44, 44, 50, 60])]
  const numbers = (subject: NumberedMask | null) =>
    wholeObjects([part, object, scene, frame, unsure, arm], subject?.mask ?? null).map(({ number }) => number)
  expect(numbers(null)).toEqual([1, 5])
  expect(numbers(boxed(6, [40, 40, 60, 64]))).toEqual([1])
})

it('wholeObjects excludes tiny masks, poor masks and parts of a person, and removes specks', () => {
  const [shirt, poor] = [boxed(0, [10, 10, 20, 20]), boxed(1, [24, 10, 34, 20], 0.88)]
  const [tiny, thing] = [boxed(2, [40, 40, 44, 44]), boxed(3, [40, 10, 60, 34])]
  const dusty = { ...thing.mask, coverage: thing.mask.coverage.map((value, at) => (at === 70 ? 255 : value)) }
  const masks = [{ number: 0, mask: { ...shirt.mask, isPart: true } }, poor, tiny, { number: 3, mask: dusty }]
  expect(wholeObjects(masks, null)).toEqual([thing])
})

it('wholeObjects excludes a wall on both sides of the subject', () => {
  const [head, wall] = [boxed(0, [24, 12, 40, 64]), boxed(1, [8, 0, 54, 30])]
  const behind = { ...wall.mask, coverage: wall.mask.coverage.map((at, i) => (head.mask.coverage[i] ? 0 : at)) }
  const shown = (subject: NumberedMask['mask'] | null) => wholeObjects([{ ...wall, mask: behind }], subject)
  expect(shown(null)).toHaveLength(1)
  expect(shown(head.mask)).toEqual([])
})

it("wholeObjects excludes a wall at the subject's corner and a gap in the subject", () => {
  const subject = boxed(0, [14, 10, 46, 64])
  const gap = boxed(1, [20, 20, 30, 40])
  const holed = { ...subject.mask, coverage: subject.mask.coverage.map((at, i) => at - gap.mask.coverage[i]!) }
  const [wall, beside, small] = [boxed(2, [0, 0, 14, 40]), boxed(3, [46, 46, 60, 60]), boxed(4, [54, 0, 64, 10])]
  const shown = (around: NumberedMask['mask'] | null) =>
    wholeObjects([gap, wall, beside, small], around).map(({ number }) => number)
  expect(shown(null)).toEqual([1, 2, 3, 4])
  expect(shown(holed)).toEqual([3, 4])
})
