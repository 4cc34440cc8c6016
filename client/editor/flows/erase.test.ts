import { expect, it } from 'vitest'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { isBackground } from './lift.ts'

/** Returns a mask of the upper rows of a photo of 10 rows. */
const rows = (count: number) => ({
  ...{ width: 10, height: 10 },
  coverage: new Uint8Array(100).fill(255, 0, 10 * count),
})
const CLICK: SubjectSelection = { start: 'nothing', choices: [{ adds: true, points: [{ x: 1, y: 1, kind: 'in' }] }] }
const BOX: SubjectSelection = {
  start: 'nothing',
  choices: [
    {
      adds: true,
      points: [
        { x: 0, y: 0, kind: 'box-start' },
        { x: 10, y: 9, kind: 'box-end' },
      ],
    },
  ],
}

it('a click on more than 40 % of the photo means the background, but a box always means an object', () => {
  expect([4, 5].map((count) => isBackground(rows(count), CLICK))).toEqual([false, true])
  expect(isBackground(rows(9), BOX)).toBe(false)
})

it('a suggestion of more than 40 % of the photo means the background', () => {
  expect(isBackground(rows(5), { start: 2, choices: [] })).toBe(true)
})
