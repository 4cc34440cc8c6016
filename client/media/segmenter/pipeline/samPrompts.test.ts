import { expect, it } from 'vitest'
import { zeroPlane } from './plane.ts'
import { latticePoints, samPrompts } from './samPrompts.ts'

/** Sets a square of `map` to `value` and returns `map`. By default, `map` is 0 everywhere. */
function square(left: number, top: number, side: number, value: number, map = zeroPlane({ width: 60, height: 40 })) {
  for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) map.values[y * 60 + x] = value
  return map
}

it('samPrompts returns prompts with boxes, inner points, masks and single points', () => {
  const prompts = samPrompts(square(10, 8, 21, 0.95))
  expect(prompts[0]).toEqual({
    points: [
      { x: 40, y: 32, kind: 'box-start' },
      { x: 124, y: 116, kind: 'box-end' },
    ],
    mask: null,
  })
  expect(prompts[1]!.points.slice(2)).toEqual([{ x: 82, y: 74, kind: 'in' }]) // one grid px equals four input px
  const maskPrompt = prompts[2]!.mask!
  expect(maskPrompt[18 * 256 + 20]).toBeCloseTo(Math.log(0.9501 / 0.0501), 4)
  expect(maskPrompt[200 * 256 + 200]).toBe(-6)
  const pointPrompts = prompts.slice(3)
  expect(pointPrompts.length).toBeGreaterThanOrEqual(10)
  for (const { points, mask } of pointPrompts) expect([points.length, points[0]!.kind, mask]).toEqual([1, 'in', null])
})

it('samPrompts returns prompts for each component and for their union', () => {
  const map = square(30, 20, 15, 0.9, square(2, 2, 12, 0.9))
  const boxes = samPrompts(map).filter(({ points }) => points[0]!.kind === 'box-start')
  expect(boxes).toHaveLength(9)
  expect(boxes[6]!.points.slice(0, 2)).toEqual([
    { x: 8, y: 8, kind: 'box-start' },
    { x: 180, y: 140, kind: 'box-end' },
  ])
})

it('samPrompts does not return any prompts for an empty map', () => {
  expect(samPrompts(zeroPlane({ width: 60, height: 40 }))).toEqual([])
})

it.each([4, 12, 40])('latticePoints returns about %i points spread evenly over the mask', (count) => {
  const inside = new Uint8Array(100 * 80).fill(1)
  const points = latticePoints({ width: 100, height: 80, inside }, count)
  expect(Math.abs(points.length - count)).toBeLessThanOrEqual(Math.max(1, count * 0.2))
  const gaps = points.map((a) =>
    Math.min(...points.filter((b) => b !== a).map((b) => Math.hypot(a.x - b.x, a.y - b.y))),
  )
  expect(Math.min(...gaps)).toBeGreaterThan(0.7 * Math.sqrt((100 * 80) / count))
})
