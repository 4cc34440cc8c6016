import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { type ShapeLayer, shapeFields } from './schema.ts'
import { hit, shapeTransform, sizeOf } from './transform.ts'

const shape = (values: Partial<ShapeLayer> = {}): ShapeLayer => ({
  ...defaults(shapeFields),
  id: 'a' as LayerId,
  kind: 'shape',
  placement: 'background',
  ...values,
})
const CENTER = { x: 1000, y: 800 }

it("an unfilled shape's box includes half its stroke width", () => {
  expect(sizeOf(shape({ isFilled: false, strokeWidth: 20 }))).toEqual({ width: 520, height: 520 })
  expect(sizeOf(shape({ type: 'line', strokeWidth: 12 }))).toEqual({ width: 512, height: 12 })
})

it('hit returns 0 on the stroke of a line and inside a filled shape', () => {
  expect(hit(shape(), { x: 1200, y: 900 }, CENTER)).toBe(0)
  expect(hit(shape({ type: 'line' }), { x: 1200, y: 801 }, CENTER)).toBe(0)
  expect(hit(shape({ type: 'line' }), { x: 1200, y: 900 }, CENTER)).toBeGreaterThan(90)
})

it('a press on a rotated line hits the line', () => {
  const line = shape({ type: 'line', rotation: 90 })
  expect(hit(line, { x: 1000, y: 1000 }, CENTER)).toBe(0)
  expect(hit(line, { x: 1200, y: 800 }, CENTER)).toBeGreaterThan(190)
})

it('a press inside an unfilled frame counts as up to 1 px away from the frame', () => {
  const frame = shape({ isFilled: false })
  expect(hit(frame, CENTER, CENTER)).toBeGreaterThan(0)
  expect(hit(frame, CENTER, CENTER)).toBeLessThan(1)
  expect(hit(frame, { x: 1250, y: 800 }, CENTER)).toBe(0)
})

it('scaling a shape stops at the maximum of its size field', () => {
  const layer = shape()
  shapeTransform.scaleBy?.(layer, 1.5, shape())
  expect(layer.scale).toBe(750)
  shapeTransform.scaleBy?.(layer, 100, shape())
  expect(layer.scale).toBe(2000)
})

it("an outline enlarges the shape's box and hit area by half the outline's width", () => {
  const outline = { enabled: true, color: '#000000', width: 40 } as const
  expect(sizeOf(shape({ outline }))).toEqual({ width: 540, height: 540 })
  expect(hit(shape({ outline }), { x: 1265, y: 800 }, CENTER)).toBe(0)
  expect(sizeOf(shape({ outline, type: 'line', strokeWidth: 12 }))).toEqual({ width: 512, height: 12 })
})

it("stretching a circle's width leaves its height unchanged", () => {
  const layer = shape({ type: 'circle', outline: { enabled: true, color: '#000000', width: 40 } })
  shapeTransform.stretchTo?.(layer, { width: 1040 })
  expect(layer.stretch).toEqual({ horizontal: 200, vertical: 100 })
  expect(shapeTransform.sizeText?.(layer)).toBe('500% · 1040 × 540 px')
  expect(sizeOf(layer)).toEqual({ width: 1040, height: 540 })
  expect(hit(layer, { x: 1490, y: 800 }, CENTER)).toBe(0)
  expect(hit(layer, { x: 1490, y: 1040 }, CENTER)).toBeGreaterThan(100)

  shapeTransform.stretchTo?.(layer, { width: 1e9, height: 0 })
  expect(layer.stretch).toEqual({ horizontal: 1000, vertical: 1 })
})

it("a line can't be stretched in height", () => {
  const line = shape({ type: 'line', strokeWidth: 12 })
  shapeTransform.stretchTo?.(line, { width: 262, height: 300 })
  expect(line.stretch).toEqual({ horizontal: 50, vertical: 100 })
  expect(sizeOf(line)).toEqual({ width: 262, height: 12 })
})

it("arrowheads enlarge a line's box and hit area", () => {
  const line = shape({ type: 'line', strokeWidth: 20, ends: { start: 'none', end: 'bar' } })
  expect(sizeOf(line)).toEqual({ width: 600, height: 100 })
  expect(hit(line, { x: 1250, y: 845 }, CENTER)).toBe(0)
  expect(hit(line, { x: 750, y: 845 }, CENTER)).toBeGreaterThan(30)
  expect(
    sizeOf(shape({ ends: { start: 'arrow', end: 'arrow' } })),
    'the ends of a line do not enlarge a square',
  ).toEqual(sizeOf(shape()))
})
