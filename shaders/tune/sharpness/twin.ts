import type { Twin } from '../enhancement.ts'
import { each, luma } from '../twinMath.ts'
import type { sharpness } from './step.ts'

/** Twin of the step: adds the difference of luma and low-passed luma, times the amount. */
export const twin: Twin<typeof sharpness.uniforms> = (color, { uSharpness }, { low, space }) => {
  const raw = luma(color, space) - low
  const detail = Math.sign(raw) * Math.max(Math.abs(raw) - 1.5 / 255, 0) * uSharpness
  const limited = detail / (1 + Math.abs(detail) / 0.12)
  return each(color, (x) => Math.max(x + limited, 0))
}
