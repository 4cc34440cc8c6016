import { expect, it } from 'vitest'
import { isBackground } from '#client/engine/liftPart.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'

/** Returns a mask of the upper `count` rows of a 10 × 10 px photo. */
const rows = (count: number) => maskOf((i) => i < 10 * count)
const columns = (count: number) => maskOf((i) => i % 10 < count)
const maskOf = (isCovered: (i: number) => boolean) => ({
  ...{ width: 10, height: 10 },
  coverage: Uint8Array.from({ length: 100 }, (_, i) => (isCovered(i) ? 255 : 0)),
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

it('isBackground is true for a clicked area of more than 40 % of the photo', () => {
  expect([3, 5].map((count) => isBackground(columns(count), CLICK))).toEqual([false, true])
})

it('isBackground is false for a large area selected with a box', () => {
  expect(isBackground(columns(9), BOX)).toBe(false)
})

it('isBackground is true for a clicked strip from the left to the right edge, such as a sky', () => {
  expect(isBackground(rows(2), CLICK)).toBe(true)
  expect(isBackground(columns(2), CLICK), 'a post from top to bottom').toBe(false)
})

it('isBackground is true for a suggestion of more than 40 % of the photo', () => {
  expect(isBackground(columns(5), { start: 2, choices: [] })).toBe(true)
})
