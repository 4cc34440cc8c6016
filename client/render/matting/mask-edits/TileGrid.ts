import type { Rect, Size } from '#client/kit/base/geometry.ts'

/** Tile side, photo px, without a border. Tiles at the right and lower edge may be smaller. */
export const TILE_SIDE = 256

/** A grid of square tiles over an image, numbered in row order. */
export class TileGrid {
  readonly size: Size
  readonly columns: number
  readonly rows: number

  constructor(size: Size) {
    this.size = size
    this.columns = Math.ceil(size.width / TILE_SIDE)
    this.rows = Math.ceil(size.height / TILE_SIDE)
  }

  get count(): number {
    return this.columns * this.rows
  }

  rectOf(index: number): Rect {
    const x = (index % this.columns) * TILE_SIDE
    const y = Math.floor(index / this.columns) * TILE_SIDE
    return { x, y, width: Math.min(TILE_SIDE, this.size.width - x), height: Math.min(TILE_SIDE, this.size.height - y) }
  }

  /** Returns the tile that contains a point, or the nearest tile for a point outside. */
  indexAt(x: number, y: number): number {
    const along = (place: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(place / TILE_SIDE)))
    return along(y, this.rows) * this.columns + along(x, this.columns)
  }

  /** Returns the tiles that intersect a rectangle. */
  tilesIn({ x, y, width, height }: Rect): number[] {
    const [left, right] = [
      Math.max(0, Math.floor(x / TILE_SIDE)),
      Math.min(this.columns, Math.ceil((x + width) / TILE_SIDE)),
    ]
    const [top, bottom] = [
      Math.max(0, Math.floor(y / TILE_SIDE)),
      Math.min(this.rows, Math.ceil((y + height) / TILE_SIDE)),
    ]
    const found: number[] = []
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) found.push(row * this.columns + column)
    return found
  }

  allTiles(): number[] {
    return Array.from({ length: this.count }, (_, index) => index)
  }
}
