/**
 * The forward DCT (Arai, Agui and Nakajima, 1988) and the quantization. The vectors hold f64, but each pass rounds its
 * values to f32. Files are thus equal to those of a scalar encoder whose blocks are arrays of f32.
 */
import { COEFFICIENTS, TRANSPOSED, ZIGZAG_COEFFICIENTS, ZIGZAG_ORDER } from './memoryLayout'

/**
 * Transforms and quantizes a block of samples, column-major f64, which is overwritten. Writes the coefficients in
 * zigzag order to ZIGZAG_COEFFICIENTS. `factors`: 64 × f64, row-major.
 */
export function transformBlock(block: i32, factors: i32): void {
  for (let at = block; at < block + 64; at += 16) forwardDct(at)
  transpose(block)
  for (let at = TRANSPOSED; at < TRANSPOSED + 64; at += 16) forwardDct(at)
  for (let i = 0; i < 64; i += 8) {
    const from = TRANSPOSED + 8 * i
    const by = factors + 8 * i
    const low = v128.shuffle<i64>(quantized(from, by), quantized(from + 16, by + 16), 0, 2)
    const high = v128.shuffle<i64>(quantized(from + 32, by + 32), quantized(from + 48, by + 48), 0, 2)
    v128.store(COEFFICIENTS + 2 * i, i16x8.narrow_i32x4_s(low, high))
  }
  for (let k = 0; k < 64; k++)
    store<i16>(ZIGZAG_COEFFICIENTS + 2 * k, load<i16>(COEFFICIENTS + 2 * <i32>load<u8>(ZIGZAG_ORDER + k)))
}

/** Returns two quantized coefficients, rounded half up, as i32 in the lower lanes. */
function quantized(at: i32, factor: i32): v128 {
  const scaled = f64x2.mul(v128.load(at), v128.load(factor))
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(f64x2.add(scaled, f64x2.splat(0.5))))
}

/** Writes a transposed block to TRANSPOSED, 2 × 2 values at a time. */
function transpose(block: i32): void {
  for (let i = 0; i < 8; i += 2)
    for (let j = 0; j < 8; j += 2) {
      const upper = v128.load(block + 64 * i + 8 * j)
      const lower = v128.load(block + 64 * i + 8 * j + 64)
      v128.store(TRANSPOSED + 64 * j + 8 * i, v128.shuffle<f64>(upper, lower, 0, 2))
      v128.store(TRANSPOSED + 64 * j + 8 * i + 64, v128.shuffle<f64>(upper, lower, 1, 3))
    }
}

/** Rounds two f64 to the nearest f32. */
function rounded(values: v128): v128 {
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(values))
}

/** Replaces the values of two columns, 64 bytes apart, with their one-dimensional DCT. */
function forwardDct(at: i32): void {
  const d0 = rounded(v128.load(at))
  const d1 = rounded(v128.load(at, 64))
  const d2 = rounded(v128.load(at, 128))
  const d3 = rounded(v128.load(at, 192))
  const d4 = rounded(v128.load(at, 256))
  const d5 = rounded(v128.load(at, 320))
  const d6 = rounded(v128.load(at, 384))
  const d7 = rounded(v128.load(at, 448))

  // computes the even part of the DCT
  const s07 = f64x2.add(d0, d7)
  const s16 = f64x2.add(d1, d6)
  const s25 = f64x2.add(d2, d5)
  const s34 = f64x2.add(d3, d4)
  const outer = f64x2.add(s07, s34)
  const inner = f64x2.add(s16, s25)
  const outerLess = f64x2.sub(s07, s34)
  const z1 = f64x2.mul(f64x2.add(f64x2.sub(s16, s25), outerLess), f64x2.splat(Math.SQRT1_2))
  v128.store(at, rounded(f64x2.add(outer, inner)))
  v128.store(at, rounded(f64x2.sub(outer, inner)), 256)
  v128.store(at, rounded(f64x2.add(outerLess, z1)), 128)
  v128.store(at, rounded(f64x2.sub(outerLess, z1)), 384)

  // computes the odd part of the DCT
  const t7 = f64x2.sub(d0, d7)
  const t6 = f64x2.sub(d1, d6)
  const t5 = f64x2.sub(d2, d5)
  const t4 = f64x2.sub(d3, d4)
  const a = f64x2.add(t4, t5)
  const b = f64x2.add(t5, t6)
  const c = f64x2.add(t6, t7)
  const z5 = f64x2.mul(f64x2.sub(a, c), f64x2.splat(0.382683433))
  const z2 = f64x2.add(f64x2.mul(f64x2.splat(0.5411961), a), z5)
  const z4 = f64x2.add(f64x2.mul(f64x2.splat(1.306562965), c), z5)
  const z3 = f64x2.mul(b, f64x2.splat(Math.SQRT1_2))
  const z11 = f64x2.add(t7, z3)
  const z13 = f64x2.sub(t7, z3)
  v128.store(at, rounded(f64x2.add(z13, z2)), 320)
  v128.store(at, rounded(f64x2.sub(z13, z2)), 192)
  v128.store(at, rounded(f64x2.add(z11, z4)), 64)
  v128.store(at, rounded(f64x2.sub(z11, z4)), 448)
}
