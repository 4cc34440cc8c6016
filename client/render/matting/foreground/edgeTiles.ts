import type { Rect, Size } from '../../../kit/base/geometry.ts'
import { expandRect, intersection } from '../../../kit/base/rect.ts'

/** Side of a tile, photo px; a multiple of the side that one px of the coarse level covers. */
export const TILE_SIDE = 128
/** An edge this near to a tile counts, px: a pixel of a coarser level may contain it. */
const EDGE_MARGIN = 16

/**
 * Returns the tiles of a photo that contain an edge of the matte, in row order, px; tiles at the right and lower edge
 * are cut. `coverage`: one byte per px, row-major.
 */
export function edgeTiles(coverage: Uint8Array, size: Size): Rect[] {
  const whole = { x: 0, y: 0, ...size }
  const tiles: Rect[] = []
  for (let y = 0; y < size.height; y += TILE_SIDE)
    for (let x = 0; x < size.width; x += TILE_SIDE) {
      const tile = intersection({ x, y, width: TILE_SIDE, height: TILE_SIDE }, whole)
      const seen = tile && intersection(expandRect(tile, EDGE_MARGIN), whole)
      if (tile && seen && !isUniform(coverage, size.width, seen)) tiles.push(tile)
    }
  return tiles
}

function isUniform(coverage: Uint8Array, stride: number, { x, y, width, height }: Rect): boolean {
  const first = coverage[y * stride + x]
  if (first !== 0 && first !== 255) return false
  for (let row = y; row < y + height; row++)
    for (let at = row * stride + x; at < row * stride + x + width; at++) if (coverage[at] !== first) return false
  return true
}
