import { expect, it } from 'vitest'
import { splitByDisc } from './eraseStroke.ts'
import { distanceToStroke } from './points.ts'
import type { StrokePoint } from './schema.ts'

const point = (x: number, y = 0): StrokePoint => ({ x, y, size: 10, color: '#00ff00' })
const STROKE = [point(0), point(100), point(200)]

it("splitByDisc returns null if the disc doesn't touch the stroke", () => {
  expect(splitByDisc(STROKE, { x: 100, y: 40, radius: 20 })).toBeNull()
})

it('a disc between two points of a stroke cuts the stroke in two', () => {
  const runs = splitByDisc(STROKE, { x: 50, y: 0, radius: 20 })!
  expect(runs).toEqual([
    [point(0), point(25)],
    [point(75), point(100), point(200)],
  ])
  for (const run of runs) expect(distanceToStroke(run, { x: 50, y: 0 })).toBeGreaterThanOrEqual(20 - 1e-9)
})

it('a disc on a point of a stroke cuts the stroke in two', () => {
  expect(splitByDisc(STROKE, { x: 100, y: 0, radius: 5 })).toEqual([
    [point(0), point(90)],
    [point(110), point(200)],
  ])
})

it('a disc at the end of a stroke removes that end', () => {
  expect(splitByDisc(STROKE, { x: 0, y: 0, radius: 15 })).toEqual([[point(20), point(100), point(200)]])
  expect(splitByDisc(STROKE, { x: 100, y: 0, radius: 200 })).toEqual([])
})
