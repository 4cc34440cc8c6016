import { each } from '../../lib/color.ts'
import { defineStep } from '../step.ts'

const TOE_MAX = 0.3

export const blacks = defineStep({
  call: 'deepened',
  glsl: /* glsl */ `
uniform float uToe; // of the blacks' curve, 0 = none

vec3 deepened(vec3 color, Surroundings here) {
  return (1.0 + uToe) * color * color / max(color + uToe, 1e-6);
}`,
  flags: ['BLACKS'],
  uniforms: { uToe: 'f32' },
  fold(settings) {
    return settings.blacks > 0 ? { values: { uToe: (TOE_MAX * settings.blacks) / 100 } } : null
  },
  // Twin of the step: a toe curve on each encoded channel.
  twin: (color, { uToe }) => each(color, (x) => (x <= 0 ? 0 : ((1 + uToe) * x * x) / (x + uToe))),
})
