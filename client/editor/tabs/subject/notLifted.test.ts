import { expect, it } from 'vitest'
import type { NumberedMask } from '../../flows/selectSubject.ts'
import { notLifted } from './notLifted.ts'

const GRID = { width: 8, height: 4 }
/** Returns a mask of the columns from `from` to `to`, on a grid that is `scale` times as large as `GRID`. */
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

it('erasing an object removes the object and its parts from the suggestions, and undo brings them back', () => {
  expect(numbersAfter()).toEqual([0, 1, 2])
  expect(numbersAfter([0, 6])).toEqual([2])
  expect(numbersAfter()).toEqual([0, 1, 2])
})

it('erasing a part of an object keeps the whole object in the suggestions until its other part is erased too', () => {
  expect(numbersAfter([0, 3])).toEqual([0, 2])
  expect(numbersAfter([0, 3], [3, 6])).toEqual([2])
})
