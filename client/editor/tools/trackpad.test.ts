import { expect, it } from 'vitest'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { bindTrackpad, wheelAction } from './trackpad.ts'

function bound(hasFingers = false) {
  const box = { left: 10, top: 20 }
  const element = Object.assign(new EventTarget(), { getBoundingClientRect: () => box }) as unknown as HTMLElement
  const zooms: [Point, number][] = []
  const zoom = (at: Point, factor: number) => void zooms.push([at, factor])
  bindTrackpad({ element, hasFingers: () => hasFingers, zoom, signal: new AbortController().signal })
  /**
   * Dispatches a gesture event. Returns true if no listener has prevented its default action, which is zooming the
   * page.
   */
  const gesture = (type: string, scale: number) =>
    element.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { scale, clientX: 110, clientY: 70 }))
  return { zooms, gesture }
}

it('a trackpad pinch zooms about the pointer by the change since the last gesture event', () => {
  const { zooms, gesture } = bound()
  for (const [type, scale] of [
    ['gesturestart', 1],
    ['gesturechange', 2],
    ['gesturechange', 3],
    ['gestureend', 3],
    ['gesturestart', 1],
    ['gesturechange', 0.5],
  ] as const)
    expect(gesture(type, scale), type).toBe(false)
  const at = { x: 100, y: 50 }
  expect(zooms).toEqual([
    [at, 2],
    [at, 1.5],
    [at, 0.5],
  ])
})

it("a pinch on the touch screen doesn't fire the trackpad zoom", () => {
  const { zooms, gesture } = bound(true)
  expect(gesture('gesturechange', 2)).toBe(false)
  expect(zooms).toEqual([])
})

const PIXELS = 0
const LINES = 1

it.each([
  [
    'zooms in by a factor of 1.2 per wheel notch up',
    { deltaX: 0, deltaY: -100, deltaMode: PIXELS, shiftKey: false },
    1.2,
  ],
  [
    'zooms out by a factor of 1.2 per wheel notch down',
    { deltaX: 0, deltaY: 100, deltaMode: PIXELS, shiftKey: false },
    1 / 1.2,
  ],
  ['treats three lines as one notch', { deltaX: 0, deltaY: -3, deltaMode: LINES, shiftKey: false }, 1.2],
])('wheelAction %s', (_, event, factor) => {
  const action = wheelAction(event)
  expect(action.type === 'zoom' && action.factor).toBeCloseTo(factor, 1)
})

it.each([
  ['a vertical wheel movement', { deltaX: 0, deltaY: 40 }],
  ['a wheel movement that macOS reports as horizontal', { deltaX: 40, deltaY: 0 }],
])('with Shift, %s scrolls horizontally', (_, delta) => {
  expect(wheelAction({ ...delta, deltaMode: PIXELS, shiftKey: true })).toEqual({ type: 'pan', by: { x: -40, y: 0 } })
})
