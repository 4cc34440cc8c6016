import { expect, it } from 'vitest'
import { appendPoint, distanceToStroke, type Points, strokeBounds } from './points.ts'
import { MAX_POINTS, type StrokePoint } from './schema.ts'

const point = (x: number, y = 0, size = 10): StrokePoint => ({ x, y, size, color: '#ff0000' })
const line = (count: number): Points => Array.from({ length: count }, (_, i) => point(i * 3))

it('a point closer to the last point than the minimum gap is dropped', () => {
  const points = [point(0)]
  expect(appendPoint(points, point(1.9), 2)).toBe(points)
  expect(appendPoint(points, point(2), 2)).toHaveLength(2)
})

it('above 1000 points, every second point is dropped', () => {
  const full = line(MAX_POINTS)
  const thinned = appendPoint(full, point(5000), 2)
  expect(thinned).toHaveLength(501)
  expect(thinned[0]).toEqual(full[0])
  expect(thinned[1]).toEqual(full[2])
  expect(thinned.at(-1)).toEqual(point(5000))
  const odd = appendPoint(line(MAX_POINTS).slice(0, -1), point(5000), 2)
  expect(odd).toHaveLength(MAX_POINTS)
})

it('the bounding box of a stroke includes half the stroke width', () => {
  expect(strokeBounds([point(0), point(100, 50)])).toEqual({ x: -5, y: -5, width: 110, height: 60 })
  expect(strokeBounds([])).toEqual({ x: 0, y: 0, width: 0, height: 0 })
})

it("distanceToStroke returns the distance from a point to the stroke's edge", () => {
  expect(distanceToStroke([point(0), point(100)], { x: 50, y: 4 })).toBe(0)
  expect(distanceToStroke([point(0), point(100)], { x: 50, y: 25 })).toBe(20)
  expect(distanceToStroke([point(0, 0, 10), point(100, 0, 30)], { x: 100, y: 25 })).toBe(10)
})
