import { expect, it } from 'vitest'
import { toCss } from '../../render/compositor/viewport.ts'
import { viewOfBox } from './viewOfBox.ts'

const canvas = { width: 390, height: 240 }

it('centres the box and fills four fifths of the canvas with it', () => {
  const view = viewOfBox({ x: 1000, y: 500, width: 780, height: 100 }, canvas, 0.2)
  expect(toCss(view, { x: 1390, y: 550 })).toEqual({ x: 195, y: 120 })
  expect(780 * view.zoom).toBeCloseTo(0.8 * 390)
})

it('shows a text that is larger than the canvas whole', () => {
  const view = viewOfBox({ x: -500, y: -500, width: 5000, height: 4000 }, canvas, 0.2)
  expect(4000 * view.zoom).toBeLessThanOrEqual(240)
})

it('enlarges a small text at most four times', () => {
  expect(viewOfBox({ x: 0, y: 0, width: 10, height: 5 }, canvas, 0.2).zoom).toBeCloseTo(0.8)
})
