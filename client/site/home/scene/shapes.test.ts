import fc from 'fast-check'
import { expect, it } from 'vitest'
import { landPath, linePath, midpointDisplacement, randomFrom } from './shapes.ts'

const HILL = '0,100 400,40 900,120'
const HILL_POINTS = [
  [0, 100],
  [400, 40],
  [900, 120],
] as const

it('midpointDisplacement returns the same line for the same seed', () => {
  const draw = () => linePath(midpointDisplacement(HILL, { roughness: 0.3, detail: 5, seed: 7 }))
  expect(draw()).toBe(draw())
  expect(draw()).not.toBe(linePath(midpointDisplacement(HILL, { roughness: 0.3, detail: 5, seed: 8 })))
})

it('the line contains the given points in order', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 6 }), (seed, detail) => {
      const line = midpointDisplacement(HILL, { roughness: 0.4, detail, seed })
      expect(line).toHaveLength(2 * 2 ** detail + 1)
      expect(line).toEqual(expect.arrayContaining([...HILL_POINTS]))
      expect(line.every(([x], i) => i === 0 || x > (line[i - 1]?.[0] ?? 0))).toBe(true)
    }),
  )
})

it('landPath closes the area at its bottom', () => {
  expect(landPath(HILL_POINTS, 800)).toBe('M0 100L400 40L900 120L900 800L0 800Z')
  expect(landPath([], 800)).toBe('')
})

it('randomFrom returns numbers in [0, 1) with mean 0.5', () => {
  const random = randomFrom(1)
  const drawn = Array.from({ length: 1000 }, random)
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  expect(drawn.reduce((a, b) => a + b) / 1000).toBeCloseTo(0.5, 1)
})
