import { expect, it } from 'vitest'
import { glowBlur, glowEnd, glowReach } from './glow.ts'
import { MAX_TAPS, planGlow } from './plan.ts'

it('a glow of any size needs at most as many texture samples as the shader supports', () => {
  for (let sigma = 0.2; sigma < 70; sigma *= 1.07) expect(planGlow(sigma).taps).toBeLessThanOrEqual(MAX_TAPS)
})

it('the glow ends at a distance of twice its intensity, in document px', () => {
  expect(glowEnd(20)).toBe(40)
  expect(glowReach(0)).toBe(0)
  for (let intensity = 1; intensity <= 50; intensity++)
    expect(glowReach(intensity)).toBeLessThanOrEqual(3.3 * intensity + 2)
})

it('the glow has the same width in document px at any scale', () => {
  const settings = { color: '#ffffff', intensity: 30 }
  expect(glowBlur(settings, 1).sigma).toBe(20)
  expect(glowBlur(settings, 0.25).sigma).toBe(5)
})
