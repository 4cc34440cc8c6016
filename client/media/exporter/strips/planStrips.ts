import type { Rect, Size } from '#client/kit/base/geometry.ts'

/** Strips of fewer rows would cost noticeably more renders and Huffman tables. */
const MIN_ROWS = 160
/** Approximate number of pixels of a strip. Narrow pictures therefore have taller strips. */
const STRIP_PIXELS = 5 << 17

/**
 * Full-width rows of the output, px. Painted in several tiles when the picture is wider than the maximum texture size.
 */
export interface StripPlan {
  y: number
  rows: number
  /** Left to right. */
  tiles: Rect[]
}

/**
 * Returns strips that cover the picture from top to bottom. All strips but the last have a multiple of `rowMultiple`
 * rows, at least one multiple even if `maxSide` is less. `maxSide`: the maximum texture size, px. Unless `maxSide` limits
 * the rows, they depend on the size alone, so that every device writes the same file.
 * @throws RangeError for a `maxSide` below 1
 */
export function planStrips({ width, height }: Size, maxSide: number, rowMultiple = 1): StripPlan[] {
  if (!(maxSide >= 1)) throw new RangeError(`planStrips: textures of ${maxSide} px`)
  const rows = Math.min(maxSide, Math.max(MIN_ROWS, Math.floor(STRIP_PIXELS / width)))
  const rowsPerStrip = Math.max(rowMultiple, rows - (rows % rowMultiple))
  const strips: StripPlan[] = []
  for (let y = 0; y < height; y += rowsPerStrip) {
    const left = Math.min(rowsPerStrip, height - y)
    strips.push({ y, rows: left, tiles: planTiles({ x: 0, y, width, height: left }, maxSide) })
  }
  return strips
}

/** Splits a region into tiles of nearly equal width, none wider than `maxSide`. */
export function planTiles({ x, y, width, height }: Rect, maxSide: number): Rect[] {
  const count = Math.ceil(width / maxSide)
  const edge = (i: number) => x + Math.round((i * width) / count)
  return Array.from({ length: count }, (_, i) => ({ x: edge(i), y, width: edge(i + 1) - edge(i), height }))
}
