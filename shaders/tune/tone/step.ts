import { defineStep } from '../enhancement.ts'
import type { toneRows } from './rows.ts'
import glsl from './tone.glsl?raw'

/** Slider ends: ±100 exposure is ±2 EV, shadows ±1.5 EV, highlights ±1 EV. */
const EXPOSURE_EV = 2
const SHADOWS_EV = 1.5
const HIGHLIGHTS_EV = 1
/** Linear light above which the shoulder compresses highlights. The shader has the same number. */
export const KNEE = 0.6

/**
 * The shader step of Exposure, Highlights and Shadows: gains in linear light, which depend on how dark the surroundings
 * are.
 */
export const tone = defineStep({
  folder: 'tone',
  call: 'toned',
  glsl,
  flags: ['TONE', 'SHOULDER'],
  reads: 'mask',
  uniforms: { uTone: 'vec4<f32>' },
  fold(settings: Readonly<Record<keyof typeof toneRows, number>>) {
    const exposure = (EXPOSURE_EV * settings.exposure) / 100
    const shadows = (SHADOWS_EV * settings.shadows) / 100
    const highlights = (HIGHLIGHTS_EV * settings.highlights) / 100
    if (exposure === 0 && shadows === 0 && highlights === 0) return null
    const white = 2 ** (exposure + highlights) // where input white lands before the shoulder
    const shoulder = white > 1 ? (white - 1) / ((white - KNEE) * (1 - KNEE)) : 0
    return { values: { uTone: [exposure, shadows, highlights, shoulder] }, flags: white > 1 ? ['SHOULDER'] : [] }
  },
})
