import { expect, it } from 'vitest'
import { boundsOf, contoursOf, distanceToOutline, isInside } from './contours.ts'
import { isOpen, SHAPES } from './outlines.ts'

it.each(SHAPES)('%s is centred and its longer side is 100', (type) => {
  const { x, y, width, height } = boundsOf(type)
  expect(Math.max(width, height)).toBeCloseTo(100, 0)
  expect(x + width / 2).toBeCloseTo(0, 0)
  expect(y + height / 2).toBeCloseTo(0, 0)
})

it.each(SHAPES.filter((type) => !isOpen(type)))('%s holds its own middle and nothing outside its box', (type) => {
  expect(isInside(type, { x: 0, y: 0 })).toBe(true)
  expect(isInside(type, { x: 60, y: 0 })).toBe(false)
  expect(isInside(type, { x: 0, y: -60 })).toBe(false)
})

it.each(SHAPES.filter(isOpen))('%s has no inside', (type) => {
  expect(contoursOf(type).every(({ isClosed }) => !isClosed)).toBe(true)
  expect(isInside(type, { x: 0, y: 0 })).toBe(false)
})

it('measures the distance to the nearest edge', () => {
  expect(distanceToOutline('square', { x: 0, y: 0 })).toBeCloseTo(50)
  expect(distanceToOutline('square', { x: 53, y: 54 })).toBeCloseTo(5)
  expect(distanceToOutline('circle', { x: 0, y: -40 })).toBeCloseTo(10, 1)
  expect(distanceToOutline('line', { x: 53, y: 4 })).toBeCloseTo(5)
})

it('keeps the empty corners of a heart, a star and a triangle outside', () => {
  for (const type of ['heart', 'star', 'triangle'] as const) expect(isInside(type, { x: 45, y: -45 })).toBe(false)
})
