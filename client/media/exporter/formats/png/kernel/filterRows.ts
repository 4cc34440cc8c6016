/**
 * The row filters Up and Average (PNG spec, 9.2) replace each byte with its difference from a prediction. Each vector
 * operation filters 16 bytes.
 */

import { VECTOR_PADDING } from './memoryLayout'
import { UP } from './parameters'

/**
 * Filters `rows` RGBA rows of `width` px to rows of `channels` bytes per px. Writes a filter byte before each row.
 * `kind`: the PNG filter type, UP or AVERAGE. `pixels`: address of the row above. The rows to filter follow this row.
 */
export function filterRows(
  kind: i32,
  pixels: usize,
  width: i32,
  channels: i32,
  rows: i32,
  rowBuffer: usize,
  out: usize,
): void {
  const rowBytes: usize = width * channels
  const other = rowBuffer + rowBytes + VECTOR_PADDING
  let above = packRow(pixels, rowBuffer, width, channels)
  for (let y = 1; y <= rows; y++) {
    const row = packRow(pixels + 4 * width * y, y & 1 ? other : rowBuffer, width, channels)
    store<u8>(out, kind)
    if (kind === UP) filterUp(row, above, out + 1, rowBytes)
    else filterAverage(row, above, out + 1, rowBytes, channels)
    out += rowBytes + 1
    above = row
  }
}

/**
 * With three channels, copies a row without alpha to `out`. With four channels, copies nothing. Returns the address of
 * the row to filter.
 */
function packRow(rgba: usize, out: usize, width: i32, channels: i32): usize {
  if (channels === 4) return rgba
  const colors = i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)
  for (let x = 0; x < width; x += 4) v128.store(out + 3 * x, i8x16.swizzle(v128.load(rgba + 4 * x), colors))
  return out
}

function filterUp(row: usize, above: usize, out: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(out + i, i8x16.sub(v128.load(row + i), v128.load(above + i)))
}

function filterAverage(row: usize, above: usize, out: usize, length: usize, channels: usize): void {
  for (let i: usize = 0; i < channels; i++) store<u8>(out + i, load<u8>(row + i) - (load<u8>(above + i) >> 1))
  for (let i = channels; i < length; i += 16) {
    const a = v128.load(row + i - channels)
    const b = v128.load(above + i)
    // avgr_u rounds up, but PNG rounds down
    const prediction = i8x16.sub(i8x16.avgr_u(a, b), v128.and(v128.xor(a, b), i8x16.splat(1)))
    v128.store(out + i, i8x16.sub(v128.load(row + i), prediction))
  }
}
