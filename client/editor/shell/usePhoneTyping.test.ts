import { expect, it } from 'vitest'
import { fitView, toCss } from '#client/render/compositor/viewport.ts'
import { viewOfBox } from './usePhoneTyping.ts'

const canvas = { width: 390, height: 240 }
const photo = { width: 2000, height: 1500 }

it("while the user types, the text's box is centred and fills 4/5 of the canvas", () => {
  const view = viewOfBox({ x: 1000, y: 500, width: 780, height: 100 }, canvas, photo, 0.2)
  expect(toCss(view, { x: 1390, y: 550 })).toEqual({ x: 195, y: 120 })
  expect(780 * view.zoom).toBeCloseTo(0.8 * 390)
})

it('while the user types a text larger than the photo, the photo fits the canvas', () => {
  const view = viewOfBox({ x: 500, y: -500, width: 9000, height: 4000 }, canvas, photo, 0.2)
  expect(view).toEqual(fitView(canvas, photo))
})

it('the view enlarges a small text at most four times while the user types', () => {
  expect(viewOfBox({ x: 0, y: 0, width: 10, height: 5 }, canvas, photo, 0.2).zoom).toBeCloseTo(0.8)
})
