import { encodedOf, linearOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { clampToUnit, smoothstep } from '#client/kit/values/numbers.ts'
import { each } from '../../lib/color.ts'
import { defineStep } from '../step.ts'

/** Values at the sliders' ends: ±100 exposure is ±2 EV, shadows ±1.5 EV, highlights ±1 EV. */
const EXPOSURE_EV = 2
const SHADOWS_EV = 1.5
const HIGHLIGHTS_EV = 1
/** Linear light above which highlights are compressed. The GLSL contains the same number. */
const KNEE = 0.6
/** Value of `uToe` for blacks at 100. */
const TOE_MAX = 0.3

/** Exposure, Highlights and Shadows: gains in linear light that depend on the darkness of the surroundings. */
export const tone = defineStep({
  call: 'toned',
  glsl: /* glsl */ `
// Applies exposure, shadows and highlights in linear light.
uniform vec4 uTone; // x, y, z: exposure, shadows, highlights, EV; w: curvature of the shoulder, 0 = no shoulder

const float KNEE = 0.6;           // linear light; the reference has the same number
const float DARKEST = -10.0;      // floor of the tone base, log2 of linear light
const float LINEAR_END = -8.3192; // log2 of the light below which sRGB is linear

// Converts encoded colors to log2 of linear light, where a gain is a sum. All gains then cost one logarithm and one
// power per channel.
vec3 logOf(vec3 encoded) {
  bvec3 isPower = greaterThan(encoded, vec3(0.04045));
  return log2(mix(max(encoded, 1e-9) / 12.92, (encoded + 0.055) / 1.055, isPower)) * mix(vec3(1.0), vec3(2.4), isPower);
}

vec3 encodedOfLog(vec3 light) {
  bvec3 isPower = greaterThan(light, vec3(LINEAR_END));
  vec3 power = exp2(mix(light, light / 2.4, isPower));
  return mix(12.92 * power, 1.055 * power - 0.055, isPower);
}

// The gains depend on the tone base, an edge-preserving low-pass of luma, so that local contrast doesn't change.
vec3 toned(vec3 color, Surroundings here) {
  float base = here.mask.x * here.luma + here.mask.y;
  float ev = max(logOf(vec3(clamp(base, 0.0, 1.0))).r, DARKEST) + uTone.x;
  float dark = 1.0 - smoothstep(-6.0, -1.0, ev);
  float bright = smoothstep(-3.5, 0.0, ev);
  vec3 light = logOf(color) + (uTone.x + uTone.y * dark + uTone.z * bright);
  if ((uTuneFlags & SHOULDER) == 0) return encodedOfLog(light);
  light = exp2(light);
  vec3 over = max(light - KNEE, 0.0);
  return encodedOf(min(light, KNEE) + over / (1.0 + uTone.w * over));
}`,
  flags: ['TONE', 'SHOULDER'],
  reads: 'mask',
  uniforms: { uTone: 'vec4<f32>' },
  fold(settings) {
    const exposure = (EXPOSURE_EV * settings.exposure) / 100
    const shadows = (SHADOWS_EV * settings.shadows) / 100
    const highlights = (HIGHLIGHTS_EV * settings.highlights) / 100
    if (exposure === 0 && shadows === 0 && highlights === 0) return null
    const white = 2 ** (exposure + highlights) // value of white before highlights are compressed
    const shoulder = white > 1 ? (white - 1) / ((white - KNEE) * (1 - KNEE)) : 0
    return { values: { uTone: [exposure, shadows, highlights, shoulder] }, flags: white > 1 ? ['SHOULDER'] : [] }
  },
  // CPU reference of the step, in double precision.
  reference: (color, { uTone }, { mask, luma }) => {
    const [exposure, shadows, highlights, shoulder] = uTone
    const base = mask[0] * luma + mask[1]
    const ev = Math.log2(Math.max(linearOf(clampToUnit(base)), 1 / 1024)) + exposure
    const gain = 2 ** (exposure + shadows * (1 - smoothstep(-6, -1, ev)) + highlights * smoothstep(-3.5, 0, ev))
    return each(color, (x) => {
      const light = linearOf(x) * gain
      const over = Math.max(light - KNEE, 0)
      return encodedOf(shoulder > 0 ? Math.min(light, KNEE) + over / (1 + shoulder * over) : light)
    })
  },
})

export const blacks = defineStep({
  call: 'deepened',
  glsl: /* glsl */ `
uniform float uToe; // strength of the curve for blacks, 0 = no change

vec3 deepened(vec3 color, Surroundings here) {
  return (1.0 + uToe) * color * color / max(color + uToe, 1e-6);
}`,
  flags: ['BLACKS'],
  uniforms: { uToe: 'f32' },
  fold(settings) {
    return settings.blacks > 0 ? { values: { uToe: (TOE_MAX * settings.blacks) / 100 } } : null
  },
  // CPU reference of the step: a toe curve on each encoded channel.
  reference: (color, { uToe }) => each(color, (x) => (x <= 0 ? 0 : ((1 + uToe) * x * x) / (x + uToe))),
})
