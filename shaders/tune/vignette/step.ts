/** Darker or lighter corners. Its place is the photo's own, so preview, strips and moved subjects agree. */
import { defineStep } from '../enhancement.ts'
import type { vignetteRows } from './rows.ts'
import glsl from './vignette.glsl?raw'

/** A softness of 0 still has an edge this wide, as a part of the way from the middle to a corner: GLSL needs one. */
const LEAST_SOFTNESS = 0.01

/** The shader step of Vignette: darker or lighter corners of the photo. */
export const vignette = defineStep({
  folder: 'vignette',
  call: 'vignetted',
  glsl,
  flags: ['VIGNETTE'],
  uniforms: { uVignette: 'vec3<f32>' },
  fold({ vignette, vignetteSize, vignetteSoftness }: Readonly<Record<keyof typeof vignetteRows, number>>) {
    if (vignette === 0) return null
    const size = vignetteSize / 100
    const softness = Math.max(LEAST_SOFTNESS, vignetteSoftness / 100)
    const start = size * (1 - softness)
    return { values: { uVignette: [vignette / 100, start, start + softness] } }
  },
})
