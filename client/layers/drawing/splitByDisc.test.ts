import { expect, it } from 'vitest'
import { distanceToStroke } from './points.ts'
import type { StrokePoint } from './schema.ts'
import { splitByDisc } from './splitByDisc.ts'

const point = (x: number, y = 0): StrokePoint => ({ x, y, size: 10, color: '#00ff00' })
const STROKE = [point(0), point(100), point(200)]

it('returns a stroke outside the disc unchanged', () => {
  expect(splitByDisc(STROKE, { x: 100, y: 40, radius: 20 })).toBeNull()
})

it('cuts a stroke in two where it crosses the disc, also between points', () => {
  const runs = splitByDisc(STROKE, { x: 50, y: 0, radius: 20 })!
  expect(runs).toEqual([
    [point(0), point(25)],
    [point(75), point(100), point(200)],
  ])
  for (const run of runs) expect(distanceToStroke(run, { x: 50, y: 0 })).toBeGreaterThanOrEqual(20 - 1e-9)
})

it('cuts a stroke at one of its points', () => {
  expect(splitByDisc(STROKE, { x: 100, y: 0, radius: 5 })).toEqual([
    [point(0), point(90)],
    [point(110), point(200)],
  ])
})

it('removes the end of a stroke, or the whole stroke', () => {
  expect(splitByDisc(STROKE, { x: 0, y: 0, radius: 15 })).toEqual([[point(20), point(100), point(200)]])
  expect(splitByDisc(STROKE, { x: 100, y: 0, radius: 200 })).toEqual([])
})
