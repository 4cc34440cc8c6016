import { expect, it } from 'vitest'
import { touched } from './componentsAtPoints.ts'

/** Two parts, of which the left one stands in a certain outside. */
const drawing = { width: 6, height: 2, values: Float32Array.of(4, 5, -1, -3, 6, 7, 4, -2, -5, -4, 6, -1) }

it('keeps the part that the click lies in, and what surrounds it', () => {
  const kept = touched(drawing, [{ x: 1.2, y: 0.4 }])
  expect([...kept.values]).toEqual([4, 5, -1, -3, -20, -20, 4, -2, -5, -4, -20, -1])
})

it('keeps every part that one of several places lies in', () => {
  const places = [
    { x: 0, y: 0 },
    { x: 4, y: 1 },
  ]
  expect(touched(drawing, places)).toEqual(drawing)
})

it('keeps all where the click lies beside it, and minds no place beyond the picture', () => {
  expect(touched(drawing, [{ x: 2, y: 0 }])).toBe(drawing)
  expect(touched(drawing, [{ x: 99, y: 0 }]).values[0]).toBe(-20)
})
