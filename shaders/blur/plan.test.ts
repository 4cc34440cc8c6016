import { expect, it } from 'vitest'
import { pictureOf } from '../lib/testing.ts'
import { blurReach, gaussian, MAX_WEIGHTS, planBlur } from './plan.ts'
import { blurredPicture } from './testing.ts'

const SIDE = 256
const SIZE = { width: SIDE, height: SIDE }

/** Returns the error function: Abramowitz & Stegun 7.1.26, error below 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - poly * Math.exp(-x * x))
}

it.each([2, 3, 3.99, 4.01, 6, 8, 12, 16, 20])(
  'at an edge, the blur of %d px differs from an exact Gaussian by at most one level',
  (sigma) => {
    const read = blurredPicture(
      pictureOf(SIZE, 4, (x) => (x < SIDE / 2 ? 0 : 1)),
      sigma,
    )
    for (let x = SIDE / 2 - 70; x < SIDE / 2 + 70; x++) {
      const exact = 0.5 + 0.5 * erf((x + 0.5 - SIDE / 2) / (sigma * Math.SQRT2))
      expect(Math.abs((read(x, SIDE / 2)[0] ?? 0) - exact)).toBeLessThan(1 / 255)
    }
  },
)

it.each([0.2, 2, 5, 11, 20])("a blur of %d px doesn't reach farther than blurReach returns", (sigma) => {
  const reach = blurReach(sigma)
  const far = SIDE / 2 + reach + 1
  const read = blurredPicture(
    pictureOf(SIZE, 4, (x) => (x >= far ? 1 : 0)),
    sigma,
  )
  expect(read(SIDE / 2, SIDE / 2)[0]).toBe(0)
})

it('every blur kernel has at most as many weights as the shader supports', () => {
  for (let sigma = 0; sigma <= 20; sigma += 0.1) expect(planBlur(sigma).weights.length).toBeLessThanOrEqual(MAX_WEIGHTS)
})

it('the weights of a blur kernel add up to 1', () => {
  for (const sigma of [0, 0.1, 0.6, 2.5, 4]) {
    const weights = gaussian(sigma)
    expect(weights.reduce((sum, weight, i) => sum + (i ? 2 : 1) * weight, 0)).toBeCloseTo(1, 12)
  }
  expect([...gaussian(0.1)]).toEqual([1])
})

it.each([0.2, 0.25, 0.4, 0.6, 1, 3, 5])(
  'the kernel of a blur of %d px has the variance of the requested Gaussian',
  (sigma) => {
    const variance = gaussian(sigma).reduce((sum, weight, i) => sum + 2 * i * i * weight, 0)
    expect(variance / sigma ** 2).toBeCloseTo(1, 4)
  },
)
