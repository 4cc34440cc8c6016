import { STEPS } from './steps.ts'
import frame from './tune.glsl?raw'
import { FLAGS, READS_LOW, READS_MASK } from './uniforms.ts'

const constants = Object.entries({ ...FLAGS, READS_LOW, READS_MASK })
  .map(([name, bits]) => `const int ${name} = ${bits};\n`)
  .join('')

const calls = STEPS.map(({ flags, call }) => `  if ((uTuneFlags & ${flags[0]}) != 0) color = ${call}(color, here);\n`)

/**
 * GLSL of all enhancements, generated from the table of steps. Declares `vec3 tuned(vec3 color, Surroundings here)`,
 * its uniforms, and `dithered`.
 */
export const TUNE_GLSL = `${constants}${frame}${STEPS.map(({ glsl }) => glsl).join('\n')}
// Nothing is clamped before the end, so a later step recovers what an earlier overshot.
vec3 tuned(vec3 color, Surroundings here) {
${calls.join('')}  return clamp(color, 0.0, 1.0);
}
`
