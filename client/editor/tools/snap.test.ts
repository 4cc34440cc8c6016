import { expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { snapToGuides } from './snap.ts'

const CANVAS = { x: 0, y: 0, width: 2000, height: 1600 }
const box = (x: number, y: number, width = 100, height = 60): Rect => ({ x, y, width, height })
const snap = (moved: Rect, ...others: Rect[]) => snapToGuides(moved, others, CANVAS, 10)

it.each([
  ['the left edge of the canvas', box(7, 300), { x: -7, y: 0 }],
  ['the right edge of the canvas', box(1893, 300), { x: 7, y: 0 }],
  ['the center of the canvas', box(955, 765), { x: -5, y: 5 }],
  ['no line beyond the snap distance', box(311, 300), { x: 0, y: 0 }],
])('a box snaps to %s', (_, moved, by) => {
  expect(snap(moved).by).toEqual(by)
})

it.each([
  ['left edge to the left edge', box(506, 900), -6],
  ['left edge to the right edge', box(606, 900), -6],
  ['right edge to the left edge', box(394, 900), 6],
  ['center to the center', box(490, 900, 130), -5],
])('a box snaps its %s of another box', (_, moved, by) => {
  const { by: found, guides } = snap(moved, box(500, 400))
  expect(found.x).toBe(by)
  expect(guides[0]).toMatchObject({ type: 'line', axis: 'x', from: 400, to: 960 })
})

it('a box snaps to the nearer of two lines', () => {
  expect(snap(box(304, 900), box(300, 100), box(306, 200)).by.x).toBe(2)
})

it("a box snaps to the image's center before a nearer edge", () => {
  expect(snap(box(955, 900), box(956, 100, 300)).by.x).toBe(-5)
  expect(snap(box(3, 300, 1998)).by.x, 'a box almost as wide as the image').toBe(-2)
})

it('a box between two neighbors snaps to equal gaps', () => {
  const { by, guides } = snap(box(355, 400), box(100, 420), box(600, 380))
  // a box of 100 px centered between 200 and 600 leaves 150 px on each side
  expect(by.x).toBe(-5)
  expect(guides).toEqual([
    { type: 'gap', axis: 'x', from: 200, to: 350, at: 440 },
    { type: 'gap', axis: 'x', from: 450, to: 600, at: 420 },
  ])
})

it('a box at the end of a row snaps to the gap between the other boxes of the row', () => {
  const pair = [box(400, 400), box(540, 400)]
  expect(snap(box(684, 405), ...pair).by.x).toBe(-4)
  expect(snap(box(255, 405), ...pair).by.x).toBe(5)
})

it("a box doesn't snap to the gaps between boxes outside its row", () => {
  expect(snap(box(355, 700), box(100, 410), box(600, 390)).by.x).toBe(0)
})
