import type { Twin } from '../enhancement.ts'
import type { color } from './step.ts'

/** Twin of the step: matrix times colour plus offset. */
export const twin: Twin<typeof color.uniforms> = ([r, g, b], { uAffine: m, uOffset: o }) => {
  const row = (i: number) => (m[i] ?? 0) * r + (m[i + 3] ?? 0) * g + (m[i + 6] ?? 0) * b + (o[i] ?? 0)
  return [row(0), row(1), row(2)]
}
