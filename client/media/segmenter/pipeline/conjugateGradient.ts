/** Preconditioned conjugate gradients (Hestenes and Stiefel 1952) for a symmetric positive semi-definite A. */

/** The matrix A of A·x = b, as a product, and the diagonal of its preconditioner. */
export interface LinearSystem {
  /** Returns A·p in an array that the solver may keep until the next call. */
  multiply(p: Float32Array): Float32Array
  /** The diagonal of the Jacobi preconditioner M, one positive value per unknown. */
  preconditioner: Float64Array
}

/**
 * Takes up to `iterations` steps towards A·x = b. `x` holds the first guess and `r` its residual b − A·x; both are
 * overwritten. Ends early when no progress is possible in single precision. Waits for `onIteration` after each step;
 * an error from `onIteration` ends the solver and is passed on.
 */
export async function conjugateGradient(
  { multiply, preconditioner }: LinearSystem,
  x: Float32Array,
  r: Float32Array,
  iterations: number,
  onIteration: () => Promise<void>,
): Promise<void> {
  const p = new Float32Array(x.length) // search direction
  let rz = 0 // rᵀM⁻¹r
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
