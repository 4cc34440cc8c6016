/** The row filters of PNG: each byte is replaced by its difference from a guess made of its neighbours. Vectors of 16. */
import { UP } from '../parameters'
import { SLACK } from './memoryLayout'

/** `rows` RGBA rows of `width` px at `pixels`, behind the row above them → filtered rows of `channels` bytes per px. */
export function filter(
  kind: i32,
  pixels: usize,
  width: i32,
  channels: i32,
  rows: i32,
  packed: usize,
  out: usize,
): void {
  const rowBytes: usize = width * channels
  const other = packed + rowBytes + SLACK
  let above = packRow(pixels, packed, width, channels)
  for (let y = 1; y <= rows; y++) {
    const row = packRow(pixels + 4 * width * y, y & 1 ? other : packed, width, channels)
    store<u8>(out, kind)
    if (kind === UP) up(row, above, out + 1, rowBytes)
    else average(row, above, out + 1, rowBytes, channels)
    out += rowBytes + 1
    above = row
  }
}

/** Without the alpha bytes at `out`, or where it is. Returns where. */
function packRow(rgba: usize, out: usize, width: i32, channels: i32): usize {
  if (channels === 4) return rgba
  const colours = i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)
  for (let x = 0; x < width; x += 4) v128.store(out + 3 * x, i8x16.swizzle(v128.load(rgba + 4 * x), colours))
  return out
}

function up(row: usize, above: usize, out: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(out + i, i8x16.sub(v128.load(row + i), v128.load(above + i)))
}

function average(row: usize, above: usize, out: usize, length: usize, channels: usize): void {
  for (let i: usize = 0; i < channels; i++) store<u8>(out + i, load<u8>(row + i) - (load<u8>(above + i) >> 1))
  for (let i = channels; i < length; i += 16) {
    const a = v128.load(row + i - channels)
    const b = v128.load(above + i)
    // the instruction rounds up, PNG down
    const guess = i8x16.sub(i8x16.avgr_u(a, b), v128.and(v128.xor(a, b), i8x16.splat(1)))
    v128.store(out + i, i8x16.sub(v128.load(row + i), guess))
  }
}
