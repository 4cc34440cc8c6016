import { luminanceWeights } from '../../../client/kit/base/color-space/colorSpace.ts'
import { defineStep } from '../enhancement.ts'
import type { whiteBalanceRows } from './rows.ts'
import glsl from './white-balance.glsl?raw'

/** Slider ends: ±100 temperature is ±1 EV of red against blue, each way; ±100 tint is ∓1 EV of green. */
const LARGEST_EV = 1

/** The shader step of Temperature and Colour tint: gains in linear light after which grey has the same luminance. */
export const whiteBalance = defineStep({
  folder: 'white-balance',
  call: 'balanced',
  glsl,
  flags: ['WHITE_BALANCE'],
  uniforms: { uWhiteBalance: 'vec3<f32>' },
  fold({ temperature, tint }: Readonly<Record<keyof typeof whiteBalanceRows, number>>, space) {
    if (temperature === 0 && tint === 0) return null
    const warmth = 2 ** ((LARGEST_EV * temperature) / 100)
    const gains = [warmth, 2 ** ((-LARGEST_EV * tint) / 100), 1 / warmth] as const
    const [red, green, blue] = luminanceWeights(space)
    const luminance = red * gains[0] + green * gains[1] + blue * gains[2]
    return { values: { uWhiteBalance: gains.map((gain) => gain / luminance) } }
  },
})
