import { expect, it } from 'vitest'
import { wheelAction } from './wheel.ts'

const PIXELS = 0
const LINES = 1

it.each([
  ['zooms in by about 1.2 at a notch up', { deltaX: 0, deltaY: -100, deltaMode: PIXELS, shiftKey: false }, 1.2],
  ['zooms out by as much at a notch down', { deltaX: 0, deltaY: 100, deltaMode: PIXELS, shiftKey: false }, 1 / 1.2],
  ['treats three lines as one notch', { deltaX: 0, deltaY: -3, deltaMode: LINES, shiftKey: false }, 1.2],
])('%s', (_, event, factor) => {
  const action = wheelAction(event)
  expect(action.type === 'zoom' && action.factor).toBeCloseTo(factor, 1)
})

it.each([
  ['the vertical wheel', { deltaX: 0, deltaY: 40 }],
  ['the wheel that macOS reports horizontally', { deltaX: 40, deltaY: 0 }],
])('scrolls horizontally by %s with Shift', (_, delta) => {
  expect(wheelAction({ ...delta, deltaMode: PIXELS, shiftKey: true })).toEqual({ type: 'pan', by: { x: -40, y: 0 } })
})
