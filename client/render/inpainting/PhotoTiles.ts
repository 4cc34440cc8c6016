import type { Rect, Size } from '#client/kit/base/geometry.ts'
import { intersection } from '#client/kit/base/rect.ts'
import { TileGrid } from '#client/kit/base/TileGrid.ts'

/** tile side, px; a power of two */
export const TILE_SIDE = 128
const SHIFT = 7
const MASK = TILE_SIDE - 1

/** Returns the offset of a pixel (photo px) in its tile's bytes. */
export const placeInTile = (x: number, y: number): number => 4 * (((y & MASK) << SHIFT) + (x & MASK))

const NO_PIXELS = new Uint8Array()

/** Straight RGBA bytes of some tiles of a photo. Every tile has the full side, even at the photo's edge. */
export class PhotoTiles {
  readonly width: number
  readonly height: number
  readonly #grid: TileGrid
  readonly #tiles: (Uint8Array | null | undefined)[] = [] // null = included, but still without pixels

  /** `size`: the photo's size in px. Initially, no tile is included. */
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
  add(rgba: ArrayLike<number> & { subarray: Uint8ClampedArray['subarray'] }, rect: Rect): void {
    for (const index of this.#tiles.keys()) {
      if (this.#tiles[index] === undefined) continue
      const part = intersection(this.#grid.rectOf(index), rect)
      if (!part) continue
      const tile = this.#tiles[index] ?? new Uint8Array(4 * TILE_SIDE * TILE_SIDE)
      this.#tiles[index] = tile
      for (let row = part.y; row < part.y + part.height; row++) {
        const from = 4 * ((row - rect.y) * rect.width + part.x - rect.x)
        tile.set(rgba.subarray(from, from + 4 * part.width), placeInTile(part.x, row))
      }
    }
  }

  /**
   * Returns the tile with this photo px: straight RGBA, row-major, TILE_SIDE px wide and high, not a copy. Empty if the
   * tile isn't included or has no pixels yet.
   */
  tileAt(x: number, y: number): Uint8Array {
    return this.#tiles[(y >> SHIFT) * this.#grid.columns + (x >> SHIFT)] ?? NO_PIXELS
  }
}
