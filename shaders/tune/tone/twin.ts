import type { Twin } from '../enhancement.ts'
import { each, encodedOf, linearOf, smoothstep, unit } from '../twinMath.ts'
import { KNEE, type tone } from './step.ts'

/** Twin of the step, in double precision. */
export const twin: Twin<typeof tone.uniforms> = (color, { uTone }, { mask, luma }) => {
  const [exposure = 0, shadows = 0, highlights = 0, shoulder = 0] = uTone
  const base = mask[0] * luma + mask[1]
  const ev = Math.log2(Math.max(linearOf(unit(base)), 1 / 1024)) + exposure
  const gain = 2 ** (exposure + shadows * (1 - smoothstep(-6, -1, ev)) + highlights * smoothstep(-3.5, 0, ev))
  return each(color, (x) => {
    const light = linearOf(x) * gain
    const over = Math.max(light - KNEE, 0)
    return encodedOf(shoulder > 0 ? Math.min(light, KNEE) + over / (1 + shoulder * over) : light)
  })
}
