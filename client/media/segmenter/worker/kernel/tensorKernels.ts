/**
 * Kernels in AssemblyScript with SIMD that work in the memory of TensorFlow.js's WASM backend.
 * scripts/vite/assemblyScript.ts compiles the kernels and rejects static data. Addresses and strides are in bytes.
 */

/**
 * Number of products that TensorFlow.js adds at a time. The kernels add in the same order as TensorFlow.js, so their
 * results have identical bits.
 */
const TERMS_PER_SUM: usize = 48
const FLOAT: usize = 4
const VECTOR: usize = 16

/**
 * Copies `rows` rows of `length` bytes (a multiple of 4), row i from `from` + i·`fromStride` to `to` + i·`toStride`.
 */
export function copyRows(from: usize, fromStride: usize, to: usize, toStride: usize, rows: usize, length: usize): void {
  const vectors = length & ~(VECTOR - 1)
  for (let row: usize = 0; row < rows; row++) {
    let at: usize = 0
    for (; at < vectors; at += VECTOR) v128.store(to + at, v128.load(from + at))
    for (; at < length; at += FLOAT) store<u32>(to + at, load<u32>(from + at))
    from += fromStride
    to += toStride
  }
}

/** Number of rows of a block. Four tiles of 4 × 4 floats completely fill the cache lines that they are written to. */
const BLOCK_ROWS: usize = 16

/** Transposes a row-major matrix of 4-byte elements. */
export function transposeMatrix(from: usize, to: usize, rows: usize, columns: usize): void {
  const line = columns * FLOAT
  const outLine = rows * FLOAT
  const tiledRows = rows & ~3
  const tiledColumns = columns & ~3
  for (let top: usize = 0; top < tiledRows; top += BLOCK_ROWS) {
    const bottom = min(top + BLOCK_ROWS, tiledRows)
    for (let column: usize = 0; column < tiledColumns; column += 4)
      for (let row = top; row < bottom; row += 4)
        transposeTile(from + row * line + column * FLOAT, line, to + column * outLine + row * FLOAT, outLine)
  }
  for (let row: usize = 0; row < rows; row++)
    for (let column = row < tiledRows ? tiledColumns : 0; column < columns; column++)
      store<u32>(to + column * outLine + row * FLOAT, load<u32>(from + row * line + column * FLOAT))
}

function transposeTile(from: usize, line: usize, to: usize, outLine: usize): void {
  const r0 = v128.load(from)
  const r1 = v128.load(from + line)
  const r2 = v128.load(from + 2 * line)
  const r3 = v128.load(from + 3 * line)
  const low01 = v128.shuffle<u32>(r0, r1, 0, 4, 1, 5)
  const low23 = v128.shuffle<u32>(r2, r3, 0, 4, 1, 5)
  const high01 = v128.shuffle<u32>(r0, r1, 2, 6, 3, 7)
  const high23 = v128.shuffle<u32>(r2, r3, 2, 6, 3, 7)
  v128.store(to, v128.shuffle<u64>(low01, low23, 0, 2))
  v128.store(to + outLine, v128.shuffle<u64>(low01, low23, 1, 3))
  v128.store(to + 2 * outLine, v128.shuffle<u64>(high01, high23, 0, 2))
  v128.store(to + 3 * outLine, v128.shuffle<u64>(high01, high23, 1, 3))
}

/**
 * Writes x · sigmoid(x · (x² · cubic + linear)) of each float, which approximates GELU. Computes in the order of
 * TensorFlow.js's kernels. `cubic` and `linear`: addresses of one float each. `length`: number of floats.
 */
export function gelu(from: usize, to: usize, length: usize, cubic: usize, linear: usize): void {
  const cubics = v128.load32_splat(cubic)
  const linears = v128.load32_splat(linear)
  const vectors = length & ~3
  for (let i: usize = 0; i < vectors; i += 4) {
    const x = v128.load(from + i * FLOAT)
    v128.store(to + i * FLOAT, geluOf(x, cubics, linears))
  }
  for (let i = vectors; i < length; i++) {
    const x = v128.load32_splat(from + i * FLOAT)
    v128.store32_lane(to + i * FLOAT, geluOf(x, cubics, linears), 0)
  }
}

function geluOf(x: v128, cubic: v128, linear: v128): v128 {
  const slope = f32x4.add(f32x4.mul(f32x4.mul(x, x), cubic), linear)
  return f32x4.mul(x, sigmoid(f32x4.mul(slope, x)))
}

/**
 * Returns the logistic function with the same bits as XNNPACK: range reduction by ln 2, then a polynomial of degree 5.
 */
function sigmoid(x: v128): v128 {
  const z = f32x4.abs(x)
  // 1.5 · 2^23 + 127, which rounds to an integer and adds the exponent bias
  const magic = f32x4.splat(reinterpret<f32>(0x4b40007f))
  let n = f32x4.add(magic, f32x4.mul(z, f32x4.splat(reinterpret<f32>(0xbfb8aa3b)))) // −log2 e
  const scale = i32x4.shl(n, 23)
  n = f32x4.sub(n, magic)
  let t = f32x4.add(z, f32x4.mul(n, f32x4.splat(reinterpret<f32>(0x3f317200)))) // high bits of ln 2
  t = f32x4.add(t, f32x4.mul(n, f32x4.splat(reinterpret<f32>(0x35bfbe8e)))) // low bits of ln 2
  let p = f32x4.add(f32x4.mul(t, f32x4.splat(reinterpret<f32>(0xbc07cfce))), f32x4.splat(reinterpret<f32>(0x3d2b9d0d)))
  p = f32x4.add(f32x4.mul(t, p), f32x4.splat(reinterpret<f32>(0xbe2aad40)))
  p = f32x4.add(f32x4.mul(t, p), f32x4.splat(reinterpret<f32>(0x3efffee3)))
  p = f32x4.add(f32x4.mul(t, p), f32x4.splat(reinterpret<f32>(0xbf7ffffb)))
  t = f32x4.mul(t, scale)
  const e = f32x4.add(f32x4.mul(t, p), scale) // e^−z
  let f = f32x4.div(e, f32x4.add(e, f32x4.splat(1)))
  f = v128.andnot(f, f32x4.gt(z, f32x4.splat(reinterpret<f32>(0x42aeac4f)))) // above this value, e^−z is denormal
  return v128.bitselect(f, f32x4.sub(f32x4.splat(1), f), i32x4.shr_s(x, 31))
}

/**
 * Multiplies `batches` pairs of row-major float matrices. `a` is [rows, terms], `b` [terms, columns], `out` [rows,
 * columns]. The matrices of a batch follow each other. With a `stride` of 0, all pairs share one matrix. Needs at least
 * 4 rows and 4 columns.
 */
export function multiplyMatrices(
  a: usize,
  aStride: usize,
  b: usize,
  bStride: usize,
  out: usize,
  batches: usize,
  rows: usize,
  terms: usize,
  columns: usize,
): void {
  const outStride = rows * columns * FLOAT
  for (let batch: usize = 0; batch < batches; batch++) {
    // The last tiles overlap earlier tiles. The overlap is harmless, because every tile computes an element in the same
    // way.
    for (let row: usize = 0; row < rows; row += 4) {
      const top = min(row, rows - 4)
      const aRow = a + top * terms * FLOAT
      const outRow = out + top * columns * FLOAT
      if (columns < 8) {
        multiplyTile4(aRow, b, outRow, terms, columns)
        if (columns > 4) {
          const shift = (columns - 4) * FLOAT
          multiplyTile4(aRow, b + shift, outRow + shift, terms, columns)
        }
      } else
        for (let column: usize = 0; column < columns; column += 8) {
          const shift = min(column, columns - 8) * FLOAT
          multiplyTile8(aRow, b + shift, outRow + shift, terms, columns)
        }
    }
    a += aStride
    b += bStride
    out += outStride
  }
}

/** Computes a tile of 4 rows and 8 columns. */
function multiplyTile8(a: usize, b: usize, out: usize, terms: usize, columns: usize): void {
  const aLine = terms * FLOAT
  const line = columns * FLOAT
  let t00 = f32x4.splat(0)
  let t01 = f32x4.splat(0)
  let t10 = f32x4.splat(0)
  let t11 = f32x4.splat(0)
  let t20 = f32x4.splat(0)
  let t21 = f32x4.splat(0)
  let t30 = f32x4.splat(0)
  let t31 = f32x4.splat(0)
  for (let first: usize = 0; first < terms; first += TERMS_PER_SUM) {
    const end = min(first + TERMS_PER_SUM, terms)
    let s00 = f32x4.splat(0)
    let s01 = f32x4.splat(0)
    let s10 = f32x4.splat(0)
    let s11 = f32x4.splat(0)
    let s20 = f32x4.splat(0)
    let s21 = f32x4.splat(0)
    let s30 = f32x4.splat(0)
    let s31 = f32x4.splat(0)
    for (let k = first; k < end; k++) {
      const b0 = v128.load(b)
      const b1 = v128.load(b, VECTOR)
      const a0 = v128.load32_splat(a)
      s00 = f32x4.add(s00, f32x4.mul(a0, b0))
      s01 = f32x4.add(s01, f32x4.mul(a0, b1))
      const a1 = v128.load32_splat(a + aLine)
      s10 = f32x4.add(s10, f32x4.mul(a1, b0))
      s11 = f32x4.add(s11, f32x4.mul(a1, b1))
      const a2 = v128.load32_splat(a + 2 * aLine)
      s20 = f32x4.add(s20, f32x4.mul(a2, b0))
      s21 = f32x4.add(s21, f32x4.mul(a2, b1))
      const a3 = v128.load32_splat(a + 3 * aLine)
      s30 = f32x4.add(s30, f32x4.mul(a3, b0))
      s31 = f32x4.add(s31, f32x4.mul(a3, b1))
      a += FLOAT
      b += line
    }
    t00 = f32x4.add(t00, s00)
    t01 = f32x4.add(t01, s01)
    t10 = f32x4.add(t10, s10)
    t11 = f32x4.add(t11, s11)
    t20 = f32x4.add(t20, s20)
    t21 = f32x4.add(t21, s21)
    t30 = f32x4.add(t30, s30)
    t31 = f32x4.add(t31, s31)
  }
  v128.store(out, t00)
  v128.store(out, t01, VECTOR)
  v128.store(out + line, t10)
  v128.store(out + line, t11, VECTOR)
  v128.store(out + 2 * line, t20)
  v128.store(out + 2 * line, t21, VECTOR)
  v128.store(out + 3 * line, t30)
  v128.store(out + 3 * line, t31, VECTOR)
}

/** Computes a tile of 4 rows and 4 columns. */
function multiplyTile4(a: usize, b: usize, out: usize, terms: usize, columns: usize): void {
  const aLine = terms * FLOAT
  const line = columns * FLOAT
  let t0 = f32x4.splat(0)
  let t1 = f32x4.splat(0)
  let t2 = f32x4.splat(0)
  let t3 = f32x4.splat(0)
  for (let first: usize = 0; first < terms; first += TERMS_PER_SUM) {
    const end = min(first + TERMS_PER_SUM, terms)
    let s0 = f32x4.splat(0)
    let s1 = f32x4.splat(0)
    let s2 = f32x4.splat(0)
    let s3 = f32x4.splat(0)
    for (let k = first; k < end; k++) {
      const b0 = v128.load(b)
      s0 = f32x4.add(s0, f32x4.mul(v128.load32_splat(a), b0))
      s1 = f32x4.add(s1, f32x4.mul(v128.load32_splat(a + aLine), b0))
      s2 = f32x4.add(s2, f32x4.mul(v128.load32_splat(a + 2 * aLine), b0))
      s3 = f32x4.add(s3, f32x4.mul(v128.load32_splat(a + 3 * aLine), b0))
      a += FLOAT
      b += line
    }
    t0 = f32x4.add(t0, s0)
    t1 = f32x4.add(t1, s1)
    t2 = f32x4.add(t2, s2)
    t3 = f32x4.add(t3, s3)
  }
  v128.store(out, t0)
  v128.store(out + line, t1)
  v128.store(out + 2 * line, t2)
  v128.store(out + 3 * line, t3)
}
