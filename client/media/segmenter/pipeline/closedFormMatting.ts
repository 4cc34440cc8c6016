/**
 * Closed-form matting with large windows (Levin, Lischinski and Weiss 2008, "A closed-form solution to natural image
 * matting"; He, Sun and Tang 2010, "Fast matting using large kernel matting Laplacian matrices"). The matting Laplacian
 * L is never stored: L·p = p − guidedFilter(p), up to a scale.
 */
import { conjugateGradient } from './conjugateGradient.ts'
import type { GuidedFilter } from './guidedFilter.ts'
import type { Plane } from './plane.ts'

/** λ of a certain pixel, and the power with which λ falls as the pixel's probability approaches 0.5. */
const CONSTRAINT_WEIGHT = 0.03
const CONSTRAINT_EXPONENT = 4

/**
 * Solves (L + Λ)·alpha = Λ·probability by `iterations` conjugate gradient steps. Each step spreads certain values further
 * along the photo's colours; with 0 steps the result is `probability`.
 *
 * `probability`: 0..1, of the filter's size. `filter`: the guided filter of the photo, whose window is the kernel of L.
 * `onIteration` is awaited between steps; an error from it ends the solver. Returns alpha, 0..1, of the same size.
 */
export async function closedFormMatting(
  probability: Plane,
  filter: GuidedFilter,
  iterations: number,
  onIteration: () => Promise<void>,
): Promise<Plane> {
  const lambda = probability.values.map((value) => CONSTRAINT_WEIGHT * Math.abs(2 * value - 1) ** CONSTRAINT_EXPONENT)
  const multiply = (p: Float32Array): Float32Array => {
    const result = filter.filter({ ...probability, values: p }).values
    for (let i = 0; i < result.length; i++) result[i] = (1 + (lambda[i] ?? 0)) * (p[i] ?? 0) - (result[i] ?? 0)
    return result
  }
  const alpha = probability.values.slice()
  const residual = multiply(alpha)
  for (let i = 0; i < residual.length; i++) residual[i] = (lambda[i] ?? 0) * (alpha[i] ?? 0) - (residual[i] ?? 0)
  // Double precision keeps 1 + λ exact enough for the division in each step.
  const preconditioner = Float64Array.from(lambda, (value) => 1 + value)
  await conjugateGradient({ multiply, preconditioner }, alpha, residual, iterations, onIteration)
  return { ...probability, values: alpha.map((value) => Math.min(1, Math.max(0, value))) }
}
