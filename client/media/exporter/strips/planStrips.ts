import type { Rect, Size } from '#client/kit/base/geometry.ts'

/** Strips of fewer rows would cost noticeably more renders and Huffman tables. */
const MIN_ROWS = 160
/** Narrow pictures get taller strips of about this many pixels. */
const STRIP_PIXELS = 5 << 17

/** Full-width rows of the output, px; painted in one tile, or in several where the GPU's textures are narrower. */
export interface StripPlan {
  y: number
  rows: number
  /** Left to right. */
  tiles: Rect[]
}

/**
 * Strips that cover the picture from top to bottom. Rows per strip depend on the size alone, so every device makes the
 * same file. All but the last strip have a multiple of `rowMultiple` rows.
 */
export function planStrips({ width, height }: Size, maxSide: number, rowMultiple = 1): StripPlan[] {
  const rows = Math.min(maxSide, Math.max(MIN_ROWS, Math.floor(STRIP_PIXELS / width)))
  const rowsPerStrip = rows - (rows % rowMultiple)
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
