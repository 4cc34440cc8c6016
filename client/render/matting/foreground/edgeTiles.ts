/** Which parts of a photo have an edge of its subject in them. */
import type { Rect, Size } from '../../../kit/base/geometry.ts'
import { grown, overlap } from '../../../kit/base/rect.ts'

/** Tiles begin on this grid, px; a whole number of the coarsest level's pixels. */
export const TILE = 128
/** An edge so near counts too, px: a smaller picture's pixel may span it. */
const NEAR = 16

/** Row by row; tiles at the right and lower edge are cut. `coverage`: one byte per px, row-major. */
export function edgeTiles(coverage: Uint8Array, size: Size): Rect[] {
  const whole = { x: 0, y: 0, ...size }
  const tiles: Rect[] = []
  for (let y = 0; y < size.height; y += TILE)
    for (let x = 0; x < size.width; x += TILE) {
      const tile = overlap({ x, y, width: TILE, height: TILE }, whole)
      const seen = tile && overlap(grown(tile, NEAR), whole)
      if (tile && seen && !isLevel(coverage, size.width, seen)) tiles.push(tile)
    }
  return tiles
}

function isLevel(coverage: Uint8Array, stride: number, { x, y, width, height }: Rect): boolean {
  const first = coverage[y * stride + x]
  if (first !== 0 && first !== 255) return false
  for (let row = y; row < y + height; row++)
    for (let at = row * stride + x; at < row * stride + x + width; at++) if (coverage[at] !== first) return false
  return true
}
