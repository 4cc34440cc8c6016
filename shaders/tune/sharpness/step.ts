/** Unsharp masking of luma; `low.ts` makes the low-passed luma. */
import { defineStep } from '../enhancement.ts'
import type { sharpnessRows } from './rows.ts'
import glsl from './sharpness.glsl?raw'

const SHARPNESS_GAIN = 2.5

/** The shader step of Sharpness: unsharp masking of luma. */
export const sharpness = defineStep({
  folder: 'sharpness',
  call: 'sharpened',
  glsl,
  flags: ['SHARPNESS'],
  reads: 'low',
  uniforms: { uSharpness: 'f32' },
  fold(settings: Readonly<Record<keyof typeof sharpnessRows, number>>) {
    return settings.sharpness > 0 ? { values: { uSharpness: (SHARPNESS_GAIN * settings.sharpness) / 100 } } : null
  },
})
