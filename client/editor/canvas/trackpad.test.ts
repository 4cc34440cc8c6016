import { expect, it } from 'vitest'
import type { Point } from '../../kit/base/geometry.ts'
import { bindTrackpad } from './trackpad.ts'

function bound(hasFingers = false) {
  const box = { left: 10, top: 20 }
  const element = Object.assign(new EventTarget(), { getBoundingClientRect: () => box }) as unknown as HTMLElement
  const zooms: [Point, number][] = []
  const zoom = (at: Point, factor: number) => void zooms.push([at, factor])
  bindTrackpad({ element, hasFingers: () => hasFingers, zoom, signal: new AbortController().signal })
  /** False = the page does not zoom. */
  const gesture = (type: string, scale: number) =>
    element.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { scale, clientX: 110, clientY: 70 }))
  return { zooms, gesture }
}

it('zooms by the change since the last event, about the point between the fingers', () => {
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

it('ignores gesture events while fingers touch the screen, and prevents the page’s own zoom', () => {
  const { zooms, gesture } = bound(true)
  expect(gesture('gesturechange', 2)).toBe(false)
  expect(zooms).toEqual([])
})
