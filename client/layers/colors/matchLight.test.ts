import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { Rgb } from '#shaders/lib/color.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { randomFrom } from '../../../tests/helpers/random.ts'
import { gaps, type LightStatistics, lightStatistics, matchedLight } from './matchLight.ts'

const NEUTRAL = defaults(tuneFields)
const lightDistance = (one: LightStatistics, other: LightStatistics) => Math.hypot(...gaps(one, other))
const SPACES = ['srgb', 'display-p3'] as const

/** Returns random colors around `mean`. */
function scene(seed: number, mean: Rgb, spread: number): Rgb[] {
  const random = randomFrom(seed)
  return Array.from({ length: 400 }, () => {
    const light = (random() - 0.5) * spread
    const channel = (value: number) => Math.min(1, Math.max(0, value + light + (random() - 0.5) * 0.3 * spread))
    return [channel(mean[0]), channel(mean[1]), channel(mean[2])] as const
  })
}

const SCENES = {
  daylight: scene(1, [0.55, 0.56, 0.58], 0.7),
  dusk: scene(2, [0.28, 0.26, 0.4], 0.4),
  candle: scene(3, [0.5, 0.36, 0.22], 0.5),
  fog: scene(4, [0.72, 0.74, 0.75], 0.35),
  forest: scene(5, [0.25, 0.36, 0.2], 0.45),
}
const PAIRS = Object.entries(SCENES).flatMap(([one, subject]) =>
  Object.entries(SCENES).flatMap(([other, behind]) => (one === other ? [] : [[one, other, subject, behind] as const])),
)

it.each(PAIRS)(
  'Match lighting at least halves the difference between the lighting of %s and the lighting of %s',
  (_, __, subject, behind) => {
    for (const space of SPACES) {
      const wanted = lightStatistics(behind, NEUTRAL, space)
      const before = lightDistance(lightStatistics(subject, NEUTRAL, space), wanted)
      const values = matchedLight(subject, NEUTRAL, wanted, { share: 1, space })
      const after = lightDistance(lightStatistics(subject, { ...NEUTRAL, ...values }, space), wanted)
      expect(after / before, JSON.stringify(values)).toBeLessThanOrEqual(0.5)
    }
  },
)

it("a greater strength of Match lighting comes closer to the background's lighting", () => {
  const own = { ...NEUTRAL, exposure: 12, temperature: -7 }
  const wanted = lightStatistics(SCENES.candle, NEUTRAL, 'srgb')
  const distances = [0, 0.5, 1].map((share) => {
    const values = matchedLight(SCENES.daylight, own, wanted, { share, space: 'srgb' })
    if (share === 0) expect({ ...own, ...values }).toEqual(own)
    return lightDistance(lightStatistics(SCENES.daylight, { ...own, ...values }, 'srgb'), wanted)
  })
  expect(distances[1]).toBeLessThan(distances[0]! * 0.75)
  expect(distances[2]).toBeLessThan(distances[1]!)
})

it('Match lighting at least halves the difference from the lighting of a plain background', () => {
  const wanted = { ...lightStatistics([[0.8, 0.4, 0.3]], NEUTRAL, 'srgb'), spread: null }
  const values = matchedLight(SCENES.daylight, NEUTRAL, wanted, { share: 1, space: 'srgb' })
  const after = lightStatistics(SCENES.daylight, { ...NEUTRAL, ...values }, 'srgb')
  expect(lightDistance(after, wanted)).toBeLessThan(
    0.5 * lightDistance(lightStatistics(SCENES.daylight, NEUTRAL, 'srgb'), wanted),
  )
})
