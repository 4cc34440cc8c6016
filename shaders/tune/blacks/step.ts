/** Blacks: a toe curve that darkens shadows and keeps black and white. */
import { defineStep } from '../enhancement.ts'
import glsl from './blacks.glsl?raw'
import type { blacksRows } from './rows.ts'

const TOE_MAX = 0.3

/** The shader step of Blacks. */
export const blacks = defineStep({
  folder: 'blacks',
  call: 'deepened',
  glsl,
  flags: ['BLACKS'],
  uniforms: { uToe: 'f32' },
  fold(settings: Readonly<Record<keyof typeof blacksRows, number>>) {
    return settings.blacks > 0 ? { values: { uToe: (TOE_MAX * settings.blacks) / 100 } } : null
  },
})
