import type { Twin } from '../enhancement.ts'
import { each } from '../twinMath.ts'
import type { blacks } from './step.ts'

/** Twin of the step: a toe curve on each encoded channel. */
export const twin: Twin<typeof blacks.uniforms> = (color, { uToe }) =>
  each(color, (x) => (x <= 0 ? 0 : ((1 + uToe) * x * x) / (x + uToe)))
