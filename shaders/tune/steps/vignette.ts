import { encodedOf, linearOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { smoothstep } from '#client/kit/values/numbers.ts'
import { each } from '../../lib/color.ts'
import { defineStep } from '../step.ts'

/**
 * Minimum width of the vignette's edge, relative to the distance from center to corner. GLSL's smoothstep requires a
 * positive width.
 */
const LEAST_SOFTNESS = 0.01

/** Darkens or brightens the photo's corners. */
export const vignette = defineStep({
  call: 'vignetted',
  glsl: /* glsl */ `
// Darkens or lightens the photo toward its corners, in linear light. x: -1 = black corners, 1 = white corners; y and
// z: distances from the center where the change begins and is complete, 1 = at the corners
uniform vec3 uVignette;

vec3 vignetted(vec3 color, Surroundings here) {
  // An ellipse with the photo's proportions: 0 in the middle of the photo, 1 in each corner.
  float distance = length(here.place - 0.5) * 1.41421356;
  float share = smoothstep(uVignette.y, uVignette.z, distance) * abs(uVignette.x);
  vec3 light = linearOf(max(color, 0.0));
  return encodedOf(mix(light, vec3(uVignette.x > 0.0 ? 1.0 : 0.0), share));
}`,
  flags: ['VIGNETTE'],
  uniforms: { uVignette: 'vec3<f32>' },
  fold({ vignette, vignetteSize, vignetteSoftness }) {
    if (vignette === 0) return null
    const size = vignetteSize / 100
    const softness = Math.max(LEAST_SOFTNESS, vignetteSoftness / 100)
    const start = size * (1 - softness)
    return { values: { uVignette: [vignette / 100, start, start + softness] } }
  },
  // CPU reference of the step: mixes with black or white in linear light, by the distance from the photo's center.
  reference: (color, { uVignette }, { place: [x, y] }) => {
    const [amount, start, end] = uVignette
    const share = smoothstep(start, end, Math.hypot(x - 0.5, y - 0.5) * Math.SQRT2) * Math.abs(amount)
    const corner = amount > 0 ? 1 : 0
    return each(color, (value) => {
      const light = linearOf(Math.max(value, 0))
      return encodedOf(light + (corner - light) * share)
    })
  },
})
