/** The solution of the small picture carried over to the photo at full size, tile by tile. */
import type { Rect, Size } from '../../kit/base/geometry.ts'
import { intersection } from '../../kit/base/rect.ts'
import type { Patch } from '../../model/assets/store.ts'
import type { FullSizeHole } from './fullSizeHole.ts'
import type { InpaintingSolution } from './solveInpainting.ts'

const TILE_SIDE = 128

/** Straight RGBA bytes of the whole photo, in strips of full width and `rows` rows; the last may have fewer. */
export interface PhotoStrips extends Size {
  rows: number
  strips: readonly Uint8ClampedArray[]
}

/** Returns the tiles of the photo that contain a px of the hole, in row order, photo px. */
export function holeTiles({ width, height, hole }: FullSizeHole): Rect[] {
  const tiles: Rect[] = []
  for (let y = 0; y < height; y += TILE_SIDE)
    for (let x = 0; x < width; x += TILE_SIDE) {
      const tile = intersection({ x, y, width: TILE_SIDE, height: TILE_SIDE }, { x: 0, y: 0, width, height })
      if (tile && hasAny(hole, width, tile)) tiles.push(tile)
    }
  return tiles
}

/**
 * Returns a patch (straight RGBA) that fills `tile` (photo px) of the photo at full size. Each px of the hole is the
 * bilinear mean of four copies, one for each of the four nearest px of the small solution, displaced by that px's shift
 * at the photo's scale. Copies that would read the hole are left out; where none is left, the px has the solution's own
 * colour. The result is mixed with the photo by the hole's opacity. Alpha is copied and mixed like a colour. The result
 * depends on photo, hole and solution, not on how tiles are cut.
 */
export function transferTile(tile: Rect, photo: PhotoStrips, hole: FullSizeHole, solution: InpaintingSolution): Patch {
  const rgba = new Uint8Array(4 * tile.width * tile.height)
  const colour = new Float64Array(5)
  for (let row = 0; row < tile.height; row++)
    for (let column = 0; column < tile.width; column++) {
      const [x, y] = [tile.x + column, tile.y + row]
      const to = 4 * (row * tile.width + column)
      const own = photo.strips[Math.floor(y / photo.rows)] ?? NO_PIXELS
      const from = 4 * ((y % photo.rows) * photo.width + x)
      const opacity = hole.opacity[y * photo.width + x] ?? 0
      if (opacity > 0) readFill(x, y, photo, hole, solution, colour)
      for (let c = 0; c < 4; c++) {
        const before = own[from + c] ?? 0
        const filled = opacity > 0 ? (colour[c] ?? 0) : before
        rgba[to + c] = Math.floor((filled * opacity + before * (255 - opacity)) / 255 + 0.5)
      }
    }
  return { rect: tile, rgba }
}

const NO_PIXELS = new Uint8ClampedArray()

/** Writes straight R, G, B and alpha, 0..255, to the first four entries of `out`. */
function readFill(
  x: number,
  y: number,
  photo: PhotoStrips,
  { hole }: FullSizeHole,
  solution: InpaintingSolution,
  out: Float64Array,
): void {
  const [scaleX, scaleY] = [photo.width / solution.width, photo.height / solution.height]
  const [u, v] = [(x + 0.5) / scaleX - 0.5, (y + 0.5) / scaleY - 0.5]
  const [left, top] = [Math.floor(u), Math.floor(v)]
  out.fill(0)
  for (let j = 0; j < 2; j++)
    for (let i = 0; i < 2; i++) {
      const [cellX, cellY] = [clampTo(left + i, solution.width), clampTo(top + j, solution.height)]
      const source = solution.source[cellY * solution.width + cellX] ?? -1
      if (source < 0) continue
      const shiftX = (source % solution.width) - cellX
      const shiftY = Math.floor(source / solution.width) - cellY
      const sx = clampTo(x + Math.floor(shiftX * scaleX + 0.5), photo.width)
      const sy = clampTo(y + Math.floor(shiftY * scaleY + 0.5), photo.height)
      if (hole[sy * photo.width + sx]) continue
      const weight = (i ? u - left : 1 - u + left) * (j ? v - top : 1 - v + top) + MIN_WEIGHT
      const strip = photo.strips[Math.floor(sy / photo.rows)] ?? NO_PIXELS
      const from = 4 * ((sy % photo.rows) * photo.width + sx)
      for (let c = 0; c < 4; c++) out[c] = (out[c] ?? 0) + weight * (strip[from + c] ?? 0)
      out[4] = (out[4] ?? 0) + weight
    }
  const total = out[4] ?? 0
  if (total > 0) for (let c = 0; c < 4; c++) out[c] = (out[c] ?? 0) / total
  else {
    // All four sources lie in the hole: the colour of the small picture.
    const cell = 3 * (clampTo(Math.round(v), solution.height) * solution.width + clampTo(Math.round(u), solution.width))
    for (let c = 0; c < 3; c++) out[c] = solution.rgb[cell + c] ?? 0
    out[3] = 255
  }
}

/** So that a px on the centre of a cell without a source still has its neighbours'. */
const MIN_WEIGHT = 1e-4

const clampTo = (at: number, length: number) => Math.min(length - 1, Math.max(0, at))

function hasAny(mask: Uint8Array, stride: number, { x, y, width, height }: Rect): boolean {
  for (let row = y; row < y + height; row++)
    for (let at = row * stride + x; at < row * stride + x + width; at++) if (mask[at]) return true
  return false
}
