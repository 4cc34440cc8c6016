/** A picture cut into squares, numbered row by row: what is changed is worked out square by square. */
import type { Rect, Size } from '../../../kit/base/geometry.ts'

/** A side, px. Those at the right and lower edge may be cut. */
export const TILE = 256

export class TileGrid {
  readonly size: Size
  readonly columns: number
  readonly rows: number

  constructor(size: Size) {
    this.size = size
    this.columns = Math.ceil(size.width / TILE)
    this.rows = Math.ceil(size.height / TILE)
  }

  get count(): number {
    return this.columns * this.rows
  }

  rectOf(index: number): Rect {
    const x = (index % this.columns) * TILE
    const y = Math.floor(index / this.columns) * TILE
    return { x, y, width: Math.min(TILE, this.size.width - x), height: Math.min(TILE, this.size.height - y) }
  }

  /** The tile of a place; beside the picture the nearest one. */
  indexAt(x: number, y: number): number {
    const along = (place: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(place / TILE)))
    return along(y, this.rows) * this.columns + along(x, this.columns)
  }

  /** The tiles that a rectangle touches; none beside the picture. */
  under({ x, y, width, height }: Rect): number[] {
    const [left, right] = [Math.max(0, Math.floor(x / TILE)), Math.min(this.columns, Math.ceil((x + width) / TILE))]
    const [top, bottom] = [Math.max(0, Math.floor(y / TILE)), Math.min(this.rows, Math.ceil((y + height) / TILE))]
    const found: number[] = []
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) found.push(row * this.columns + column)
    return found
  }

  all(): number[] {
    return Array.from({ length: this.count }, (_, index) => index)
  }
}
