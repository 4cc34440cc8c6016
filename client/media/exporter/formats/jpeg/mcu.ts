import { ZIGZAG } from './tables.ts'

/** The minimum coded unit (T.81, A.2): blocks of 64 level-shifted samples, row-major. */
export interface Mcu {
  /** One block of 8 × 8 px, or four blocks in two rows. */
  luma: readonly Float32Array[]
  cb: Float32Array
  cr: Float32Array
  /** True: all px are grey, so the quantized chroma is 0. */
  isGrey: boolean
  /** Fills the blocks with the pixels from (x, y) on. Repeats the last column and row at the image's edges. */
  read(from: { width: number; rows: number; rgba: Uint8Array }, x: number, y: number): void
}

const block = () => new Float32Array(64)

/**
 * Creates a reader of MCUs (minimum coded units) as YCbCr (BT.601, full range). MCUs are squares of `side` px. Side 8:
 * one luma block and full-resolution chroma (4:4:4). Side 16: four luma blocks, and each chroma sample is the mean of 2
 * × 2 px (4:2:0).
 */
export function createMcu(side: 8 | 16): Mcu {
  const luma = side === 8 ? [block()] : [block(), block(), block(), block()]
  const [cb, cr] = [block(), block()]
  const shift = side === 8 ? 0 : 1
  const share = 1 / (1 << (2 * shift))
  return {
    luma,
    cb,
    cr,
    isGrey: false,
    read({ width, rows, rgba }, left, top) {
      cb.fill(0)
      cr.fill(0)
      let difference = 0
      for (let v = 0; v < side; v++) {
        const row = Math.min(rows - 1, top + v) * width
        for (let u = 0; u < side; u++) {
          const i = 4 * (row + Math.min(width - 1, left + u))
          const [r, g, b] = [rgba[i] as number, rgba[i + 1] as number, rgba[i + 2] as number]
          difference |= (r ^ g) | (g ^ b)
          const block = luma[((v >> 3) << 1) | (u >> 3)] as Float32Array
          // JFIF 1.02 uses BT.601 at full range
          block[((v & 7) << 3) | (u & 7)] = 0.299 * r + 0.587 * g + 0.114 * b - 128
          const at = ((v >> shift) << 3) | (u >> shift)
          cb[at] = (cb[at] as number) + share * (-0.168735892 * r - 0.331264108 * g + 0.5 * b)
          cr[at] = (cr[at] as number) + share * (0.5 * r - 0.418687589 * g - 0.081312411 * b)
        }
      }
      this.isGrey = difference === 0
    },
  }
}

/** Scale factors per row and column: the outputs of `forwardDct` divided by the DCT coefficients. */
const AAN_SCALES = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379]

/**
 * Returns the factor of each coefficient, row-major: 1 / (quantization step × scale factors of the DCT). `steps`: 64
 * quantization steps.
 */
export const scaleFactors = (steps: Uint8Array): Float32Array =>
  Float32Array.from(steps, (step, i) => 1 / (step * (AAN_SCALES[i >> 3] ?? 1) * (AAN_SCALES[i & 7] ?? 1) * 8))

/**
 * Transforms a block with the forward DCT, and quantizes it. `block`: 64 level-shifted samples, row-major, which are
 * overwritten. `out` receives the quantized coefficients in zigzag order.
 */
export function quantizedDct(block: Float32Array, factors: Float32Array, out: Int16Array): void {
  for (let row = 0; row < 64; row += 8) forwardDct(block, row, 1)
  for (let column = 0; column < 8; column++) forwardDct(block, column, 8)
  for (let k = 0; k < 64; k++) {
    const at = ZIGZAG[k] as number
    out[k] = Math.round((block[at] as number) * (factors[at] as number))
  }
}

/**
 * Replaces eight samples with their one-dimensional DCT (Arai, Agui and Nakajima, 1988). `at`: index of the first
 * sample. `step`: distance between samples.
 */
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

  // computes the even part of the DCT
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

  // computes the odd part of the DCT
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
