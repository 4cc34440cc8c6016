import type { Rect, Size } from '#client/kit/base/geometry.ts'

/** At least so many rows: below, the cost per render and per code table shows. */
const MIN_ROWS = 160
/** Narrow pictures get taller strips of about this many pixels. */
const STRIP_PIXELS = 5 << 17

/** Full-width rows of the output, px. They are painted in one tile, or in several when wider than the GPU allows. */
export interface StripPlan {
  y: number
  rows: number
  /** Left to right. */
  tiles: Rect[]
}

/**
 * Cover the picture from top to bottom. The rows per strip follow from the size alone, so the same file comes out everywhere.
 * They are a multiple of `unit`, but for the last strip's.
 */
export function planStrips({ width, height }: Size, maxSide: number, unit = 1): StripPlan[] {
  const rows = Math.min(maxSide, Math.max(MIN_ROWS, Math.floor(STRIP_PIXELS / width)))
  const rowsPerStrip = rows - (rows % unit)
  const strips: StripPlan[] = []
  for (let y = 0; y < height; y += rowsPerStrip) {
    const left = Math.min(rowsPerStrip, height - y)
    strips.push({ y, rows: left, tiles: planTiles({ x: 0, y, width, height: left }, maxSide) })
  }
  return strips
}

/** Equal tiles, or nearly so, none wider than `maxSide`. */
export function planTiles({ x, y, width, height }: Rect, maxSide: number): Rect[] {
  const count = Math.ceil(width / maxSide)
  const edge = (i: number) => x + Math.round((i * width) / count)
  return Array.from({ length: count }, (_, i) => ({ x: edge(i), y, width: edge(i + 1) - edge(i), height }))
}
