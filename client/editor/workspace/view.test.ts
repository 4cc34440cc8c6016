import { expect, it } from 'vitest'
import { toCss } from '../../render/compositor/viewport.ts'
import { fitBesideZoomBar } from './view.ts'

const canvas = { width: 560, height: 480 }

it('ends a picture above the zoom bar where the bar would lie on its corner', () => {
  const picture = { width: 1120, height: 900 }
  const corner = toCss(fitBesideZoomBar(canvas, picture, true), { x: 1120, y: 900 })
  expect(corner.y).toBeLessThanOrEqual(480 - 52)
})

it('centres a picture that the zoom bar does not reach, and every picture where there is no bar', () => {
  const tall = { width: 200, height: 900 }
  const box = { ...toCss(fitBesideZoomBar(canvas, tall, true), { x: 100, y: 450 }) }
  expect(box).toEqual({ x: 280, y: 240 })
  const wide = { width: 1120, height: 900 }
  const center = toCss(fitBesideZoomBar(canvas, wide, false), { x: 560, y: 450 })
  expect(center.x).toBeCloseTo(280)
  expect(center.y).toBeCloseTo(240)
})
