import { each, luma } from '../../lib/color.ts'
import { defineStep } from '../step.ts'

const SHARPNESS_GAIN = 2.5

/** Unsharp masking of luma. */
export const sharpness = defineStep({
  call: 'sharpened',
  glsl: /* glsl */ `
uniform float uSharpness; // gain of detail, 0 = no sharpening

const float DETAIL_NOISE = 1.5 / 255.0; // smaller differences are noise
const float DETAIL_LIMIT = 0.12;        // upper limit of the overshoot

// Increases differences from the low-passed luma, except small differences, which are noise. The limit prevents halos.
vec3 sharpened(vec3 color, Surroundings here) {
  float detail = dot(LUMA, color) - here.low;
  detail = sign(detail) * max(abs(detail) - DETAIL_NOISE, 0.0) * uSharpness;
  return max(color + detail / (1.0 + abs(detail) / DETAIL_LIMIT), 0.0);
}`,
  flags: ['SHARPNESS'],
  reads: 'low',
  uniforms: { uSharpness: 'f32' },
  fold(settings) {
    return settings.sharpness > 0 ? { values: { uSharpness: (SHARPNESS_GAIN * settings.sharpness) / 100 } } : null
  },
  // CPU reference of the step: adds the difference of luma and low-passed luma, times the amount.
  reference: (color, { uSharpness }, { low, space }) => {
    const raw = luma(color, space) - low
    const detail = Math.sign(raw) * Math.max(Math.abs(raw) - 1.5 / 255, 0) * uSharpness
    const limited = detail / (1 + Math.abs(detail) / 0.12)
    return each(color, (x) => Math.max(x + limited, 0))
  },
})
