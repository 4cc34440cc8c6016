import { expect, it } from 'vitest'
import { fitView, turnedToCss } from '#client/render/compositor/viewport.ts'
import { createKeyboardDetector, typingView, typingZoom } from './usePhoneTyping.ts'

const photo = { width: 2000, height: 1500 }
const before = fitView({ width: 390, height: 424 }, photo).zoom
const text = { x: 500, y: 200, width: 1000, height: 300 }
const room = { width: 390, height: 450 }
const zoom = typingZoom(text, room, photo, before)
/** Returns the position of the image's upper left corner in a view, in CSS px. */
const cornerIn = (view: ReturnType<typeof typingView>) => turnedToCss(view, { x: 0, y: 0 })

it('while the user types on a phone, the image fills the width of the screen', () => {
  const view = typingView(text, room, photo, zoom)
  expect(2000 * view.zoom).toBeCloseTo(390)
  expect(cornerIn(view).x).toBeCloseTo(0)
})

it.each([0, 600, 1400])('while the user types on a phone, text at y = %d px is centered above the keyboard', (y) => {
  const view = typingView({ ...text, y, height: 100 }, room, photo, zoom)
  expect(turnedToCss(view, { x: 0, y: y + 50 }).y).toBeCloseTo(225)
})

it('while the user types on a phone, a small image is enlarged to at most 175%', () => {
  const strip = { width: 500, height: 2000 }
  const small = fitView({ width: 390, height: 424 }, strip).zoom
  const box = { x: 50, y: 50, width: 400, height: 100 }
  const view = typingView(box, room, strip, typingZoom(box, room, strip, small))
  expect(view.zoom / small).toBeCloseTo(1.75)
  expect(cornerIn(view).x, 'stays centered').toBeCloseTo((390 - 500 * view.zoom) / 2)
})

it('while the user types text larger than the photo, the photo fits the visible area', () => {
  const box = { x: -500, y: -500, width: 9000, height: 4000 }
  expect(typingZoom(box, room, photo, before)).toEqual(fitView(room, photo).zoom)
})

it('while the user types on a phone, the enlarged view pans to the text but not beyond the image', () => {
  const view = typingView({ x: 0, y: 100, width: 600, height: 200 }, room, photo, 0.4)
  expect(cornerIn(view).x).toBeCloseTo(0)
  expect(cornerIn(typingView({ ...text, x: 1900 }, room, photo, 0.4)).x).toBeCloseTo(390 - 2000 * 0.4)
})

it('only a much lower page counts as covered by an on-screen keyboard', () => {
  const isCovered = createKeyboardDetector()
  const heights = [664, 720, 664, 400, 664].map((height) => isCovered({ width: 390, height }))
  expect(heights, 'browser bars appear, then the keyboard opens and closes').toEqual([false, false, false, true, false])
})

it('a keyboard that stays open while the phone is rotated still covers the page', () => {
  const isCovered = createKeyboardDetector()
  const sizes = [
    { width: 390, height: 664 },
    { width: 390, height: 380 },
    { width: 844, height: 190 },
    { width: 844, height: 340 },
    { width: 390, height: 664 },
  ]
  expect(sizes.map(isCovered)).toEqual([false, true, true, false, false])
})
