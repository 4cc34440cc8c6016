import { clamp } from '../values/numbers.ts'
import type { Rect, Size } from './geometry.ts'

/** A grid of square tiles over an image, numbered row by row. Tiles at the right and lower edge may be smaller. */
export class TileGrid {
  readonly size: Size
  readonly side: number
  readonly columns: number
  readonly rows: number

  /** `side`: side of a tile, px. */
  constructor(size: Size, side: number) {
    this.size = size
    this.side = side
    this.columns = Math.ceil(size.width / side)
    this.rows = Math.ceil(size.height / side)
  }

  get count(): number {
    return this.columns * this.rows
  }

  rectOf(index: number): Rect {
    const { side, size, columns } = this
    const x = (index % columns) * side
    const y = Math.floor(index / columns) * side
    return { x, y, width: Math.min(side, size.width - x), height: Math.min(side, size.height - y) }
  }

  /** Returns the index of the tile that contains a point, or of the nearest tile for a point outside the image. */
  indexAt(x: number, y: number): number {
    const along = (place: number, count: number) => clamp(Math.floor(place / this.side), 0, count - 1)
    return along(y, this.rows) * this.columns + along(x, this.columns)
  }

  /** Returns the indices of the tiles that intersect a rectangle. */
  tilesIn({ x, y, width, height }: Rect): number[] {
    const { side } = this
    const [left, right] = [Math.max(0, Math.floor(x / side)), Math.min(this.columns, Math.ceil((x + width) / side))]
    const [top, bottom] = [Math.max(0, Math.floor(y / side)), Math.min(this.rows, Math.ceil((y + height) / side))]
    const found: number[] = []
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) found.push(row * this.columns + column)
    return found
  }

  allTiles(): number[] {
    return Array.from({ length: this.count }, (_, index) => index)
  }
}
