import { expect, it } from 'vitest'
import { glowBlur, glowEnd, glowReach } from './glow.ts'
import { MAX_TAPS, planGlow } from './plan.ts'

/**
 * Returns the result of a single bright texel along one axis, after halvings, Gaussian and spline, in full-size texels.
 */
function response(sigma: number, at: number): { values: Map<number, number>; at: number } {
  const plan = planGlow(sigma)
  const scale = 2 ** plan.level
  let values = new Map([[at, 1]])
  const read = (texel: number) => values.get(texel) ?? 0
  const range = (by: number) => {
    const keys = [...values.keys()]
    return { from: Math.min(...keys) - by, to: Math.max(...keys) + by }
  }
  const next = (from: number, to: number, value: (texel: number) => number) => {
    values = new Map(Array.from({ length: to - from + 1 }, (_, i) => [from + i, value(from + i)]))
  }
  for (let level = 0; level < plan.level; level++) {
    const { from, to } = range(3)
    const before = values
    const was = (texel: number) => before.get(texel) ?? 0
    next(
      Math.floor(from / 2),
      Math.ceil(to / 2),
      (x) => (was(2 * x - 1) + 3 * was(2 * x) + 3 * was(2 * x + 1) + was(2 * x + 2)) / 8,
    )
  }
  {
    const { from, to } = range(plan.taps)
    const before = values
    next(from, to, (x) =>
      plan.weights.reduce((sum, weight, i) => {
        const pair = (before.get(x + i) ?? 0) + (i > 0 ? (before.get(x - i) ?? 0) : 0)
        return sum + weight * pair
      }, 0),
    )
  }
  if (plan.level === 0) return { values, at }
  const { from, to } = range(3)
  const out = new Map<number, number>()
  for (let x = from * scale; x <= to * scale; x++) {
    const place = (x + 0.5) / scale - 0.5
    const base = Math.floor(place)
    const t = place - base
    const weights = [(1 - t) ** 3, 4 - 6 * t * t + 3 * t ** 3, 1 + 3 * t + 3 * t * t - 3 * t ** 3, t ** 3]
    out.set(
      x,
      weights.reduce((sum, weight, i) => sum + (weight / 6) * read(base - 1 + i), 0),
    )
  }
  return { values: out, at }
}

it.each([0.5, 1.3, 3.9, 4.1, 7.9, 8.1, 20, 33.3])('blurs like a Gaussian at σ %f, for any grid position', (sigma) => {
  for (const at of [1000, 1001, 1003, 1005]) {
    const { values } = response(sigma, at)
    let ours = 0
    let exact = 0
    let worst = 0
    const norm = Array.from({ length: 801 }, (_, i) => Math.exp(-((i - 400) ** 2) / (2 * sigma * sigma))).reduce(
      (a, b) => a + b,
    )
    for (let x = at - 400; x <= at + 400; x++) {
      ours += values.get(x) ?? 0
      exact += Math.exp(-((x - at) ** 2) / (2 * sigma * sigma)) / norm
      worst = Math.max(worst, Math.abs(ours - exact))
    }
    expect(worst).toBeLessThan(0.003) // less than one 8-bit level: 1/255 ≈ 0.004
  }
})

it('reads at most the declared distance', () => {
  for (let sigma = 0.2; sigma < 70; sigma *= 1.07) {
    const { values, at } = response(sigma, 1000)
    const farthest = Math.max(...[...values].filter(([, value]) => value > 0).map(([x]) => Math.abs(x - at)))
    expect(farthest).toBeLessThanOrEqual(planGlow(sigma).reach)
    expect(planGlow(sigma).taps).toBeLessThanOrEqual(MAX_TAPS)
  }
})

it('ends at twice the intensity and reads at most half as far again, plus a constant', () => {
  expect(glowEnd(20)).toBe(40)
  expect(glowReach(0)).toBe(0)
  for (let intensity = 1; intensity <= 50; intensity++)
    expect(glowReach(intensity)).toBeLessThanOrEqual(3.3 * intensity + 2)
})

it('measures intensity in document px at any scale', () => {
  const settings = { color: '#ffffff', intensity: 30 }
  expect(glowBlur(settings, 1).sigma).toBe(20)
  expect(glowBlur(settings, 0.25).sigma).toBe(5)
})
