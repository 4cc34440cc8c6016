/** The forward DCT by Arai, Agui and Nakajima (1988), and quantization. */
import { ZIGZAG } from './tables.ts'

/** The factors, per row and per column, by which the algorithm's outputs exceed the DCT coefficients. */
const AAN_SCALES = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379]

/**
 * Returns the factor of each coefficient, row-major: the reciprocal of the quantization step times the scales of the
 * DCT. `steps`: 64 quantization steps.
 */
export const scaleFactors = (steps: Uint8Array): Float32Array =>
  Float32Array.from(steps, (step, i) => 1 / (step * (AAN_SCALES[i >> 3] ?? 1) * (AAN_SCALES[i & 7] ?? 1) * 8))

/**
 * Transforms and quantizes a block. `block`: 64 level-shifted samples, row-major; overwritten. `out`: receives the
 * quantized coefficients in zigzag order.
 */
export function quantizedDct(block: Float32Array, factors: Float32Array, out: Int16Array): void {
  for (let row = 0; row < 64; row += 8) forwardDct(block, row, 1)
  for (let column = 0; column < 8; column++) forwardDct(block, column, 8)
  for (let k = 0; k < 64; k++) {
    const at = ZIGZAG[k] as number
    out[k] = Math.round((block[at] as number) * (factors[at] as number))
  }
}

/** One-dimensional DCT of eight samples from `at`, `step` apart, in place. */
function forwardDct(d: Float32Array, at: number, step: number): void {
  const i1 = at + step
  const i2 = i1 + step
  const i3 = i2 + step
  const i4 = i3 + step
  const i5 = i4 + step
  const i6 = i5 + step
  const i7 = i6 + step
  const [d0, d1, d2, d3] = [d[at] as number, d[i1] as number, d[i2] as number, d[i3] as number]
  const [d4, d5, d6, d7] = [d[i4] as number, d[i5] as number, d[i6] as number, d[i7] as number]

  // even part
  const s07 = d0 + d7
  const s16 = d1 + d6
  const s25 = d2 + d5
  const s34 = d3 + d4
  const outer = s07 + s34
  const inner = s16 + s25
  const outerLess = s07 - s34
  const z1 = (s16 - s25 + outerLess) * Math.SQRT1_2
  d[at] = outer + inner
  d[i4] = outer - inner
  d[i2] = outerLess + z1
  d[i6] = outerLess - z1

  // odd part
  const t7 = d0 - d7
  const t6 = d1 - d6
  const t5 = d2 - d5
  const t4 = d3 - d4
  const a = t4 + t5
  const b = t5 + t6
  const c = t6 + t7
  const z5 = (a - c) * 0.382683433
  const z2 = 0.5411961 * a + z5
  const z4 = 1.306562965 * c + z5
  const z3 = b * Math.SQRT1_2
  const z11 = t7 + z3
  const z13 = t7 - z3
  d[i5] = z13 + z2
  d[i3] = z13 - z2
  d[i1] = z11 + z4
  d[i7] = z11 - z4
}
