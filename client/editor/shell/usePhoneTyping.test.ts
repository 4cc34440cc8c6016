import { expect, it } from 'vitest'
import { fitView, planeToCss } from '#client/render/compositor/viewport.ts'
import { typingView } from './usePhoneTyping.ts'

const photo = { width: 2000, height: 1500 }
/** The view of a phone before the typing, 56 px below the top of the screen. */
const fitted = fitView({ width: 390, height: 424 }, photo)
const from = { ...fitted, origin: { ...fitted.origin, y: fitted.origin.y - 56 / fitted.zoom } }
const text = { x: 500, y: 200, width: 1000, height: 300 }
const room = { width: 390, height: 450 }
/** Returns the upper left corner of the image in a view, CSS px. */
const cornerIn = (view: ReturnType<typeof typingView>) => planeToCss(view, { x: 0, y: 0 })

it('while the user types, the image fills the width of the screen and stays at its place', () => {
  const view = typingView(text, room, photo, from)
  expect(2000 * view.zoom).toBeCloseTo(390)
  expect(cornerIn(view).x).toBeCloseTo(0)
  expect(planeToCss(view, { x: 0, y: 750 }).y).toBeCloseTo(56 + 212)
})

it("if the whole image fits, the view doesn't depend on the text", () => {
  const other = { x: 1400, y: 1300, width: 500, height: 100 }
  expect(typingView(other, room, photo, from)).toEqual(typingView(text, room, photo, from))
})

it('the image moves up from behind the keyboard', () => {
  const view = typingView(text, { width: 390, height: 300 }, photo, from)
  expect(planeToCss(view, { x: 0, y: 1500 }).y).toBeCloseTo(300)
})

it('an image taller than the visible area fills that area and shows the text', () => {
  const tall = { width: 1000, height: 2000 }
  const before = fitView({ width: 390, height: 700 }, tall)
  const low = typingView({ x: 200, y: 1800, width: 400, height: 150 }, room, tall, before)
  expect(planeToCss(low, { x: 0, y: 2000 }).y).toBeLessThan(450 + 780 * 0.1)
  expect(planeToCss(low, { x: 0, y: 1950 }).y).toBeLessThanOrEqual(450.001)
  const high = typingView({ x: 200, y: 20, width: 400, height: 150 }, room, tall, before)
  expect(cornerIn(high).y).toBeLessThanOrEqual(0)
  expect(planeToCss(high, { x: 0, y: 20 }).y).toBeGreaterThanOrEqual(-0.001)
})

it('typing enlarges a small image to at most 175 %', () => {
  const strip = { width: 500, height: 2000 }
  const before = fitView({ width: 390, height: 424 }, strip)
  const view = typingView({ x: 50, y: 50, width: 400, height: 100 }, room, strip, before)
  expect(view.zoom / before.zoom).toBeCloseTo(1.75)
  expect(cornerIn(view).x, 'stays centred').toBeCloseTo((390 - 500 * view.zoom) / 2)
})

it('an image narrower than the screen is centered horizontally', () => {
  const wide = { width: 844, height: 170 }
  const view = typingView(text, wide, photo, { zoom: 0.1, origin: { x: -4000, y: -100 } })
  expect(cornerIn(view).x).toBeCloseTo((844 - 2000 * view.zoom) / 2)
})

it('while the user types text larger than the photo, the photo fits the visible area', () => {
  const view = typingView({ x: -500, y: -500, width: 9000, height: 4000 }, room, photo, from)
  expect(view.zoom).toEqual(fitView(room, photo).zoom)
})

it("text that becomes wider than the image doesn't change the zoom or pan the view", () => {
  const first = typingView(text, room, photo, from)
  expect(typingView({ ...text, x: -200, width: 2400 }, room, photo, from, first.zoom)).toEqual(first)
})

it('an enlarged view moves to the text without showing an area beyond the image', () => {
  const near = { zoom: 0.4, origin: { x: 1400, y: 900 } }
  const view = typingView({ x: 0, y: 100, width: 600, height: 200 }, room, photo, near)
  expect(view.zoom).toBe(0.4)
  expect(cornerIn(view).x).toBeCloseTo(0)
  expect(planeToCss(view, { x: 0, y: 100 }).y).toBeGreaterThanOrEqual(-0.001)
})
