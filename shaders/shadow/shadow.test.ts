import { expect, it } from 'vitest'
import { type Caster, levelOf, planShadow, type ShadowSettings } from './plan.ts'
import { mipLevels, shadowPixel } from './testing.ts'

const SIDE = 128
/** A bar that stands on row 100: columns 60 to 68, rows 40 to 100. */
const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
  return x >= 60 && x < 68 && y >= 40 && y < 100 ? 1 : 0
})
const levels = mipLevels({ width: SIDE, height: SIDE, channels: 1, values })
const caster: Caster = {
  unit: 60,
  bounds: { x: 60, y: 40, width: 8, height: 60 },
  bottom: 100,
  origin: { x: 0, y: 0 },
  density: 1,
}
const settings: ShadowSettings = {
  type: 'ground',
  color: '#000000',
  opacity: 100,
  angle: 0,
  distance: 20,
  blur: 0,
  direction: 45,
  length: 50,
  softness: 60,
  contact: 0,
}
const alphaAt = (given: Partial<ShadowSettings>, x: number, y: number) =>
  shadowPixel(levels, planShadow({ ...settings, ...given }, caster, { scale: 1 }).uniforms, x, y)[3] ?? 0

it('the shadow falls on the side opposite to the light', () => {
  expect(alphaAt({ type: 'drop' }, 64 + 12, 70)).toBeGreaterThan(0.9)
  expect(alphaAt({ type: 'drop' }, 64, 70)).toBeLessThan(0.1)
  // the shadow of a point 10 px above the ground has half that length and an angle of 45 degrees
  expect(alphaAt({ softness: 0 }, 64 + 10 * 0.5 * Math.SQRT1_2, 100 + 10 * 0.5 * Math.SQRT1_2)).toBeGreaterThan(0.7)
  expect(alphaAt({ softness: 0 }, 64, 95)).toBeLessThan(0.01)
})

it('a ground shadow is softer farther from the ground line', () => {
  /** Returns how much the shadow's alpha falls within 6 px across its edge, at a height of the bar. */
  const rise = (height: number) => {
    const [x, y] = [64 + height * 0.5 * Math.SQRT1_2, 100 + height * 0.5 * Math.SQRT1_2]
    return alphaAt({}, x, y) - alphaAt({}, x + 6, y)
  }
  expect(rise(8)).toBeGreaterThan(1.5 * rise(45))
})

it('a ground shadow fades to nothing toward the top of the layer', () => {
  const across = (height: number) => alphaAt({ softness: 0, direction: 270, length: 100 }, 64, 100 - height)
  expect(across(5)).toBeGreaterThan(0.9)
  expect(across(22)).toBeCloseTo(0.5, 1)
  expect(across(46)).toBeLessThan(0.01)
})

it('the Contact setting darkens a ground shadow where the layer touches the ground', () => {
  expect(alphaAt({ contact: 80, opacity: 40 }, 64, 99.5)).toBeGreaterThan(alphaAt({ opacity: 40 }, 64, 99.5) + 0.1)
})

it('levelOf returns the mip level for a blur with the given standard deviation', () => {
  expect(levelOf(0)).toBe(0)
  expect(levelOf(Math.sqrt((5 * 4 ** 3 - 1) / 12))).toBeCloseTo(3)
})
