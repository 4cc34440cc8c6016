import { expect, it } from 'vitest'
import { keepComponentsAt } from './componentsAtPoints.ts'

/** Logits of two components. */
const drawing = { width: 6, height: 2, values: Float32Array.of(4, 5, -1, -3, 6, 7, 4, -2, -5, -4, 6, -1) }

it('keeps the component under the click and the background', () => {
  const kept = keepComponentsAt(drawing, [{ x: 1.2, y: 0.4 }])
  expect([...kept.values]).toEqual([4, 5, -1, -3, -20, -20, 4, -2, -5, -4, -20, -1])
})

it('keeps each component that contains one of the points', () => {
  const places = [
    { x: 0, y: 0 },
    { x: 4, y: 1 },
  ]
  expect(keepComponentsAt(drawing, places)).toEqual(drawing)
})

it('keeps everything when the click lies in no component, and clamps points beyond the grid', () => {
  expect(keepComponentsAt(drawing, [{ x: 2, y: 0 }])).toBe(drawing)
  expect(keepComponentsAt(drawing, [{ x: 99, y: 0 }]).values[0]).toBe(-20)
})
