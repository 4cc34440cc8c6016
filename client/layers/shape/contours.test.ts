import { expect, it } from 'vitest'
import { boundsOf, contoursOf, distanceToOutline, isInside } from './contours.ts'
import { isOpen, outlineOf, SHAPES } from './outlines.ts'

it.each(SHAPES)('the shape %s is centered, with a longer side of 100', (type) => {
  const { x, y, width, height } = boundsOf(type)
  expect(Math.max(width, height)).toBeCloseTo(100, 0)
  expect(x + width / 2).toBeCloseTo(0, 0)
  expect(y + height / 2).toBeCloseTo(0, 0)
})

it.each(SHAPES.filter((type) => !isOpen(type)))(
  'the shape %s contains its center and no point outside its box',
  (type) => {
    expect(isInside(type, { x: 0, y: 0 })).toBe(true)
    expect(isInside(type, { x: 60, y: 0 })).toBe(false)
    expect(isInside(type, { x: 0, y: -60 })).toBe(false)
  },
)

it.each(SHAPES.filter(isOpen))('the open shape %s has no interior point', (type) => {
  expect(contoursOf(type).every(({ isClosed }) => !isClosed)).toBe(true)
  expect(isInside(type, { x: 0, y: 0 })).toBe(false)
})

it('distanceToOutline returns the distance from a point to the nearest part of the outline', () => {
  expect(distanceToOutline('square', { x: 0, y: 0 })).toBeCloseTo(50)
  expect(distanceToOutline('square', { x: 53, y: 54 })).toBeCloseTo(5)
  expect(distanceToOutline('circle', { x: 0, y: -40 })).toBeCloseTo(10, 1)
  expect(distanceToOutline('line', { x: 53, y: 4 })).toBeCloseTo(5)
})

it('isInside is false in the empty corners of a heart, a star and a triangle', () => {
  for (const type of ['heart', 'star', 'triangle'] as const) expect(isInside(type, { x: 45, y: -45 })).toBe(false)
})

it.each(SHAPES)('a stretched %s fills its box', (type) => {
  const own = boundsOf(type)
  const { x, y, width, height } = boundsOf(type, { x: 3, y: 0.4 })
  expect(width).toBeCloseTo(3 * own.width, 1)
  expect(height).toBeCloseTo(0.4 * own.height, 1)
  expect(x + width / 2).toBeCloseTo(3 * (own.x + own.width / 2), 1)
  expect(y + height / 2).toBeCloseTo(0.4 * (own.y + own.height / 2), 1)
})

it("default proportions don't change a shape's SVG path", () => {
  expect(outlineOf('circle', { x: 1, y: 1 })).toBe('M -50 0 A 50 50 0 0 1 50 0 A 50 50 0 0 1 -50 0 Z')
  expect(outlineOf('rectangle')).toBe('M -50 -30 L 50 -30 L 50 30 L -50 30 Z')
})

it('stretching an arc scales both of its radii', () => {
  expect(outlineOf('circle', { x: 2, y: 0.5 }).replaceAll(/ +/g, ' ')).toBe(
    'M -100 0 A 100 25 0 0 1 100 0 A 100 25 0 0 1 -100 0 Z',
  )
})

it("stretching a rounded rectangle doesn't change its corner radius", () => {
  const corner = { x: 150 - 12 * (1 - Math.SQRT1_2), y: 30 - 12 * (1 - Math.SQRT1_2) }
  expect(distanceToOutline('rounded-rectangle', corner, { x: 3, y: 1 })).toBeLessThan(0.05)
})
