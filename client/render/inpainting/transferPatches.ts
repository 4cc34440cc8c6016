/** Transfers the solution of the small image to the photo at full size, tile by tile. */
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { copyRect, intersection, type Samples, tilesOf } from '#client/kit/geometry/rect.ts'
import { TileGrid } from '#client/kit/geometry/TileGrid.ts'
import type { Patch } from '#client/model/assets/store.ts'
import type { FullSizeHole } from './holes.ts'
import type { InpaintingSolution } from './solveInpainting.ts'

/** Side of a tile, px. A power of two. */
const TILE_SIDE = 128
const SHIFT = 7
const MASK = TILE_SIDE - 1

/** Returns the offset of a pixel (photo px) in its tile's bytes. */
const placeInTile = (x: number, y: number): number => 4 * (((y & MASK) << SHIFT) + (x & MASK))

const NO_PIXELS = new Uint8Array()

/** Straight RGBA bytes of some tiles of a photo. Every tile has the full side, even at the photo's edge. */
export class PhotoTiles {
  readonly width: number
  readonly height: number
  readonly #grid: TileGrid
  readonly #tiles: (Uint8Array | null | undefined)[] = [] // null = the tile is included but has no pixels yet

  /** Takes the photo's size in px. Initially, no tile is included. */
  constructor({ width, height }: Size) {
    this.width = width
    this.height = height
    this.#grid = new TileGrid({ width, height }, TILE_SIDE)
  }

  /** Includes the tiles that intersect a rectangle (photo px). */
  include(rect: Rect): void {
    for (const index of this.#grid.tilesIn(rect)) this.#tiles[index] ??= null
  }

  /** Returns true when an included tile intersects these rows of the photo. */
  needsRows(top: number, rows: number): boolean {
    const { width } = this
    return this.#grid.tilesIn({ x: 0, y: top, width, height: rows }).some((index) => this.#tiles[index] !== undefined)
  }

  /** Stores the pixels of a photo rectangle that belong to included tiles. Straight RGBA, row-major. */
  add(rgba: Samples, rect: Rect): void {
    for (const index of this.#tiles.keys()) {
      if (this.#tiles[index] === undefined) continue
      const tile = { ...this.#grid.rectOf(index), width: TILE_SIDE, height: TILE_SIDE }
      if (!intersection(tile, rect)) continue
      this.#tiles[index] ??= new Uint8Array(4 * TILE_SIDE * TILE_SIDE)
      copyRect(rgba, rect, this.#tiles[index], tile, 4)
    }
  }

  /**
   * Returns the tile that contains this photo px: straight RGBA, row-major, TILE_SIDE px wide and high. Returns the
   * stored array, not a copy. The array is empty if the tile isn't included or has no pixels yet.
   */
  tileAt(x: number, y: number): Uint8Array {
    return this.#tiles[(y >> SHIFT) * this.#grid.columns + (x >> SHIFT)] ?? NO_PIXELS
  }
}

/** Returns the photo's tiles that contain a px of the hole, row by row, in photo px. */
export const holeTiles = ({ width, height, hole }: FullSizeHole): Rect[] =>
  tilesOf({ x: 0, y: 0, width, height }, TILE_SIDE).filter((tile) => hasAny(hole, width, tile))

/**
 * Returns the parts of a photo that `transferTile` reads for all hole tiles: the tiles and their sources. The parts
 * have no pixels yet. Only these parts of a large photo are held in memory.
 */
export function sourceTiles(hole: FullSizeHole, solution: InpaintingSolution): PhotoTiles {
  const tiles = new PhotoTiles(hole)
  for (const tile of holeTiles(hole)) tiles.include(tile)
  const { width, height, source } = solution
  const [scaleX, scaleY] = [hole.width / width, hole.height / height]
  for (let at = 0; at < source.length; at++) {
    const from = source[at] ?? -1
    if (from < 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const [left, right] = readBy(x, (from % width) - x, scaleX, hole.width)
    const [top, bottom] = readBy(y, Math.floor(from / width) - y, scaleY, hole.height)
    tiles.include({ x: left, y: top, width: right - left + 1, height: bottom - top + 1 })
  }
  return tiles
}

/**
 * Returns the first and last photo px on one axis that are copied to the pixels around a cell of the solution. `shift`:
 * the cell's shift, cells. `scale`: photo px per cell. `length`: size of the photo on this axis, px.
 */
function readBy(cell: number, shift: number, scale: number, length: number): [first: number, last: number] {
  const by = scaledShift(shift, scale)
  const first = clampTo(Math.floor((cell - 0.5) * scale - 0.5), length)
  const last = clampTo(Math.ceil((cell + 1.5) * scale - 0.5), length)
  return [clampTo(first + by, length), clampTo(last + by, length)]
}

const scaledShift = (shift: number, scale: number) => Math.floor(shift * scale + 0.5)

/**
 * Returns a patch (straight RGBA) for `tile` (photo px) at full size. Each pixel of the hole is the bilinear mean of
 * four copies, displaced by the shifts of the four nearest solution pixels at the photo's scale, plus the offsets of
 * these pixels. Copies from inside the hole are skipped. If all are skipped, the pixel gets the solution's color. The
 * hole's opacity blends the result with the photo. Alpha is copied without an offset. The result doesn't depend on the
 * tiling.
 */
export function transferTile(tile: Rect, photo: PhotoTiles, hole: FullSizeHole, solution: InpaintingSolution): Patch {
  const rgba = new Uint8Array(4 * tile.width * tile.height)
  const opacities = new Uint8Array(tile.width * tile.height)
  const color = new Float64Array(5)
  for (let row = 0; row < tile.height; row++)
    for (let column = 0; column < tile.width; column++) {
      const [x, y] = [tile.x + column, tile.y + row]
      const to = 4 * (row * tile.width + column)
      const own = photo.tileAt(x, y)
      const from = placeInTile(x, y)
      const opacity = hole.opacity[y * photo.width + x] ?? 0
      opacities[to / 4] = opacity
      if (opacity > 0) readFill(x, y, photo, hole, solution, color)
      for (let c = 0; c < 4; c++) {
        const before = own[from + c] ?? 0
        const filled = opacity > 0 ? (color[c] ?? 0) : before
        rgba[to + c] = Math.floor((filled * opacity + before * (255 - opacity)) / 255 + 0.5)
      }
    }
  return { rect: tile, rgba, opacity: opacities }
}

/** Writes straight R, G, B and alpha, 0..255, to the first four entries of `out`. */
function readFill(
  x: number,
  y: number,
  photo: PhotoTiles,
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
      const sx = clampTo(x + scaledShift(shiftX, scaleX), photo.width)
      const sy = clampTo(y + scaledShift(shiftY, scaleY), photo.height)
      if (hole[sy * photo.width + sx]) continue
      const weight = (i ? u - left : 1 - u + left) * (j ? v - top : 1 - v + top) + MIN_WEIGHT
      const copied = photo.tileAt(sx, sy)
      const from = placeInTile(sx, sy)
      const cell = 3 * (cellY * solution.width + cellX)
      for (let c = 0; c < 3; c++)
        out[c] = (out[c] ?? 0) + weight * ((copied[from + c] ?? 0) + (solution.offsets[cell + c] ?? 0))
      out[3] = (out[3] ?? 0) + weight * (copied[from + 3] ?? 0)
      out[4] = (out[4] ?? 0) + weight
    }
  const total = out[4] ?? 0
  if (total > 0) for (let c = 0; c < 4; c++) out[c] = Math.min(255, Math.max(0, (out[c] ?? 0) / total))
  else {
    // all four sources are in the hole, so this pixel gets the solution's color
    const cell = 3 * (clampTo(Math.round(v), solution.height) * solution.width + clampTo(Math.round(u), solution.width))
    for (let c = 0; c < 3; c++) out[c] = solution.rgb[cell + c] ?? 0
    out[3] = 255
  }
}

/**
 * Minimum weight of a cell. It is positive, so that a pixel at the center of a cell without a source uses the
 * neighboring cells.
 */
const MIN_WEIGHT = 1e-4

const clampTo = (at: number, length: number) => Math.min(length - 1, Math.max(0, at))

function hasAny(mask: Uint8Array, stride: number, { x, y, width, height }: Rect): boolean {
  for (let row = y; row < y + height; row++)
    for (let at = row * stride + x; at < row * stride + x + width; at++) if (mask[at]) return true
  return false
}
