import { expect, it } from 'vitest'
import { toCss } from '#client/render/compositor/viewport.ts'
import { fitAboveControls, PHONE, TOUCH, WIDE } from './view.ts'

const canvas = { width: 560, height: 480 }

it('an image that would overlap the zoom bar is placed above the zoom bar', () => {
  const picture = { width: 1120, height: 900 }
  const corner = toCss(fitAboveControls(canvas, picture, 0, WIDE), { x: 1120, y: 900 })
  expect(corner.y).toBeLessThanOrEqual(480 - 52)
})

it("an image that doesn't reach the zoom bar is centered", () => {
  const tall = { width: 200, height: 900 }
  const box = { ...toCss(fitAboveControls(canvas, tall, 0, WIDE), { x: 100, y: 450 }) }
  expect(box).toEqual({ x: 280, y: 240 })
})

it("on a phone, undo and redo don't cover the photo's lower crop handles", () => {
  const canvas = { width: 390, height: 640 }
  const upright = { width: 600, height: 1200 }
  const view = fitAboveControls(canvas, upright, 0, PHONE)
  expect(toCss(view, { x: 0, y: 1200 }).y).toBeLessThanOrEqual(640 - 60)
  expect(view.zoom * 1200, 'the height that is left').toBeGreaterThan(640 - 52 - 2 * 17)
  const square = { width: 600, height: 600 }
  expect(toCss(fitAboveControls(canvas, square, 0, PHONE), { x: 300, y: 300 })).toEqual({
    x: expect.closeTo(195),
    y: 320,
  })
})

it('on a phone in landscape orientation, an image is placed above the larger zoom bar', () => {
  const canvas = { width: 708, height: 334 }
  const corner = toCss(fitAboveControls(canvas, { width: 600, height: 400 }, 0, TOUCH), { x: 600, y: 400 })
  expect(corner.y).toBeLessThanOrEqual(334 - 70)
})

it('an image has the same scale before and after a panel opens in the reserved width', () => {
  const wide = { width: 1500, height: 1000 }
  const closed = fitAboveControls({ width: 1280, height: 844 }, wide, 324, WIDE)
  expect(closed.zoom).toBe(fitAboveControls({ width: 1280 - 324, height: 844 }, wide, 0, WIDE).zoom)
  expect(toCss(closed, { x: 750, y: 500 })).toEqual({ x: expect.closeTo(640), y: expect.closeTo(422) })
})
