/**
 * Converts pixels to level-shifted samples in YCbCr (BT.601, full range, as in JFIF 1.02). Blocks are column-major, so
 * that a vector holds the samples of two rows.
 */
import { BLOCK_BYTES, EDGE_PIXELS } from './memoryLayout'

/**
 * Converts 8 × 8 px to a block each of luma, Cb and Cr. `pixels`: address of the first px (RGBA). `stride`: bytes from
 * row to row.
 */
export function readBlock(pixels: i32, stride: i32, luma: i32, cb: i32, cr: i32): void {
  for (let v = 0; v < 8; v += 2) {
    const row = pixels + v * stride
    for (let u = 0; u < 8; u += 4) {
      const upper = v128.load(row + 4 * u)
      const lower = v128.load(row + stride + 4 * u)
      const at = 8 * (8 * u + v)
      readColumns(v128.shuffle<i32>(upper, lower, 0, 4, 1, 5), luma + at, cb + at, cr + at)
      readColumns(v128.shuffle<i32>(upper, lower, 2, 6, 3, 7), luma + at + 128, cb + at + 128, cr + at + 128)
    }
  }
}

/** Converts two px of a column and two px of the next column. `rgba`: one px per lane. */
function readColumns(rgba: v128, luma: i32, cb: i32, cr: i32): void {
  const r = v128.and(rgba, i32x4.splat(255))
  const g = v128.and(i32x4.shr_u(rgba, 8), i32x4.splat(255))
  const b = v128.and(i32x4.shr_u(rgba, 16), i32x4.splat(255))
  storeSamples(r, g, b, luma, cb, cr)
  storeSamples(
    v128.shuffle<i64>(r, r, 1, 1),
    v128.shuffle<i64>(g, g, 1, 1),
    v128.shuffle<i64>(b, b, 1, 1),
    luma + 64,
    cb + 64,
    cr + 64,
  )
}

/** Stores the samples of the pixel in the two lower lanes. */
function storeSamples(red: v128, green: v128, blue: v128, luma: i32, cb: i32, cr: i32): void {
  const r = f64x2.convert_low_i32x4_u(red)
  const g = f64x2.convert_low_i32x4_u(green)
  const b = f64x2.convert_low_i32x4_u(blue)
  const redGreen = f64x2.add(f64x2.mul(f64x2.splat(0.299), r), f64x2.mul(f64x2.splat(0.587), g))
  v128.store(luma, f64x2.sub(f64x2.add(redGreen, f64x2.mul(f64x2.splat(0.114), b)), f64x2.splat(128)))
  const lessGreen = f64x2.sub(f64x2.mul(f64x2.splat(-0.168735892), r), f64x2.mul(f64x2.splat(0.331264108), g))
  v128.store(cb, f64x2.add(lessGreen, f64x2.mul(f64x2.splat(0.5), b)))
  const redLess = f64x2.sub(f64x2.mul(f64x2.splat(0.5), r), f64x2.mul(f64x2.splat(0.418687589), g))
  v128.store(cr, f64x2.sub(redLess, f64x2.mul(f64x2.splat(0.081312411), b)))
}

/** Writes the means of 2 × 2 samples of four blocks to one block. */
export function averageBlocks(blocks: i32, means: i32): void {
  for (let u = 0; u < 8; u++)
    for (let v = 0; v < 8; v++) {
      const block = blocks + BLOCK_BYTES * (((v >> 2) << 1) | (u >> 2))
      const at = block + 8 * (8 * ((2 * u) & 7) + ((2 * v) & 7))
      let mean = <f32>(0.25 * load<f64>(at))
      mean = <f32>(<f64>mean + 0.25 * load<f64>(at, 64))
      mean = <f32>(<f64>mean + 0.25 * load<f64>(at, 8))
      mean = <f32>(<f64>mean + 0.25 * load<f64>(at, 72))
      store<f64>(means + 8 * (8 * u + v), <f64>mean)
    }
}

/**
 * Copies the MCU at (`x`, `y`) of a strip to EDGE_PIXELS. Repeats the last column and the last row. `side`: side of the
 * MCU, px.
 */
export function copyEdge(pixels: i32, width: i32, rows: i32, x: i32, y: i32, side: i32): void {
  for (let v = 0; v < side; v++) {
    const row = pixels + 4 * width * min(rows - 1, y + v)
    for (let u = 0; u < side; u++)
      store<u32>(EDGE_PIXELS + 4 * (v * side + u), load<u32>(row + 4 * min(width - 1, x + u)))
  }
}
