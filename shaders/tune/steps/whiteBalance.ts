import { encodedOf, linearOf, luminanceWeights } from '#client/kit/pixels/color-space/colorSpace.ts'
import { each } from '../../lib/color.ts'
import { defineStep } from '../step.ts'

/** Values at the sliders' ends: ±100 temperature is ±1 EV of red and ∓1 EV of blue; ±100 tint is ∓1 EV of green. */
const LARGEST_EV = 1

/** Temperature and Color tint: gains in linear light that preserve the luminance of gray. */
export const whiteBalance = defineStep({
  call: 'balanced',
  glsl: /* glsl */ `
// Multiplies each channel by a gain in linear light of the working space. The luminance of gray doesn't change.
uniform vec3 uWhiteBalance; // the gains, 1 = neutral

vec3 balanced(vec3 color, Surroundings here) {
  return encodedOf(linearOf(max(color, 0.0)) * uWhiteBalance);
}`,
  flags: ['WHITE_BALANCE'],
  uniforms: { uWhiteBalance: 'vec3<f32>' },
  fold({ temperature, tint }, space) {
    if (temperature === 0 && tint === 0) return null
    const warmth = 2 ** ((LARGEST_EV * temperature) / 100)
    const gains = [warmth, 2 ** ((-LARGEST_EV * tint) / 100), 1 / warmth] as const
    const [red, green, blue] = luminanceWeights(space)
    const luminance = red * gains[0] + green * gains[1] + blue * gains[2]
    return { values: { uWhiteBalance: each(gains, (gain) => gain / luminance) } }
  },
  // CPU reference of the step: a gain per channel in linear light.
  reference: (color, { uWhiteBalance: [red, green, blue] }) => {
    const scaled = (value: number, gain: number) => encodedOf(linearOf(Math.max(value, 0)) * gain)
    return [scaled(color[0], red), scaled(color[1], green), scaled(color[2], blue)]
  },
})
