/** The matting step at the working size. Turns a mask estimate into a matte that follows the photo's edges. */
import { type Size, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { clampToUnit } from '#client/kit/values/numbers.ts'
import { GuidedFilter, type LinearCoefficients } from './guidedFilter.ts'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import { type RgbPlanes, resizeRgb } from './networkInputs.ts'
import type { Plane } from './plane.ts'
import { MASK_CONTRAST } from './resample.ts'

/**
 * Contrast gain around 0.5, which sharpens soft edges. `found`: the automatic mask. `chosen`: a selection by the user,
 * whose SAM logits don't need extra contrast.
 */
export const CONTRAST = { found: MASK_CONTRAST, chosen: 1 }

const ITERATIONS = 12
/**
 * Radius of the guided filter's windows, px. Larger windows are possible in a downscaled photo, because it has less
 * noise.
 */
const RADIUS = { downscaled: 2, native: 1 }
/** ε of the guided filter. The filter treats a color variance below ε as noise and smooths it. */
const EPSILON = 1e-5
/** Longer side of the working size, px. */
const MATTING_SIDE = 512

/**
 * Returns the guided filter's coefficients for the matte of `estimate`. `rgb`: 0..1, sRGB-encoded, with at least the
 * working size unless the photo is smaller. Awaits `onYield` between iterations, and rejects with the errors of
 * `onYield`.
 */
export async function matteCoefficients(
  rgb: RgbPlanes,
  photo: Size,
  estimate: MaskEstimate,
  onYield: () => Promise<void>,
): Promise<LinearCoefficients> {
  const size = sizeWithin(photo, MATTING_SIDE)
  const isDownscaled = size.width < photo.width || size.height < photo.height
  const radius = isDownscaled ? RADIUS.downscaled : RADIUS.native
  const filter = new GuidedFilter(resizeRgb(rgb, size), radius, EPSILON)
  return filter.coefficients(await closedFormMatting(probabilityMap(estimate, size), filter, ITERATIONS, onYield))
}

/**
 * λ of a pixel that is certainly subject or background. As the pixel's probability approaches 0.5, λ decreases with the
 * exponent CONSTRAINT_EXPONENT.
 */
const CONSTRAINT_WEIGHT = 0.03
const CONSTRAINT_EXPONENT = 4

/**
 * Closed-form matting with large windows (Levin, Lischinski and Weiss 2008, "A closed-form solution to natural image
 * matting"; He, Sun and Tang 2010, "Fast matting using large kernel matting Laplacian matrices"). The matting Laplacian
 * L is never stored: L·p = p − guidedFilter(p), up to a scale.
 *
 * Solves (L + Λ)·alpha = Λ·probability in `iterations` conjugate gradient steps. Each step spreads certain values
 * further along areas of similar color. `probability`: 0..1. `filter`: the guided filter of the photo, whose window is
 * the kernel of L. Awaits `onIteration` after each step. An error in `onIteration` stops the solver. Returns alpha,
 * 0..1.
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
  // With double precision, 1 + λ is exact enough for the division in each step.
  const preconditioner = new Float64Array(lambda).map((value) => 1 + value)
  await conjugateGradient({ multiply, preconditioner }, alpha, residual, iterations, onIteration)
  return { ...probability, values: alpha.map((value) => clampToUnit(value)) }
}

/** The linear system A·x = b: a function that multiplies a vector by A, and the preconditioner's diagonal. */
export interface LinearSystem {
  /** Returns A·p. The next call overwrites the returned array. */
  multiply(p: Float32Array): Float32Array
  /** The diagonal of the Jacobi preconditioner M, one positive value per unknown. */
  preconditioner: Float64Array
}

/**
 * Preconditioned conjugate gradients (Hestenes and Stiefel 1952) for a symmetric positive semi-definite A. Makes up to
 * `iterations` steps toward A·x = b. Overwrites the first guess `x` and its residual `r` = b − A·x. Stops early if
 * single precision doesn't allow further progress. An error in `onIteration` stops the solver.
 */
export async function conjugateGradient(
  { multiply, preconditioner }: LinearSystem,
  x: Float32Array,
  r: Float32Array,
  iterations: number,
  onIteration: () => Promise<void>,
): Promise<void> {
  const p = new Float32Array(x.length) // `p` is the search direction
  let rz = 0 // the product rᵀM⁻¹r
  for (let k = 0; k < iterations; k++) {
    const previousRz = rz
    rz = 0
    for (let i = 0; i < r.length; i++) rz += (r[i] ?? 0) ** 2 / (preconditioner[i] ?? 1)
    const beta = previousRz > 0 ? rz / previousRz : 0
    for (let i = 0; i < r.length; i++) p[i] = (r[i] ?? 0) / (preconditioner[i] ?? 1) + beta * (p[i] ?? 0)
    const Ap = multiply(p)
    let pAp = 0
    for (let i = 0; i < Ap.length; i++) pAp += (p[i] ?? 0) * (Ap[i] ?? 0)
    if (pAp <= 0) break
    const alpha = rz / pAp
    for (let i = 0; i < x.length; i++) {
      x[i] = (x[i] ?? 0) + alpha * (p[i] ?? 0)
      r[i] = (r[i] ?? 0) - alpha * (Ap[i] ?? 0)
    }
    await onIteration()
  }
}
