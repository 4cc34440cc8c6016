import type { Rect } from '#client/kit/base/geometry.ts'
import type { MaskStroke } from '#client/model/document/maskEdits.ts'
import { type Coverage, StrokeTiles } from './StrokeTiles.ts'
import type { TileGrid } from './TileGrid.ts'
import type { TileReader } from './TileReader.ts'

/** A matte with strokes and without edge settings, which tracks uniform tiles. */
export class StrokedMatte {
  private readonly base: Coverage
  private readonly strokes: StrokeTiles
  /** value of each uniform tile; null = not uniform, absent = unknown */
  private readonly uniformValues = new Map<number, number | null>()

  constructor(base: Coverage, photo: TileReader) {
    this.base = base
    this.strokes = new StrokeTiles(base, photo)
  }

  get grid(): TileGrid {
    return this.strokes.grid
  }

  /** Changes the strokes. Returns the rectangles that may have changed, px. */
  apply(strokes: readonly MaskStroke[]): Rect[] {
    const changed = this.strokes.apply(strokes)
    for (const read of changed) for (const index of this.grid.tilesIn(read)) this.uniformValues.delete(index)
    return changed
  }

  /** Returns the coverage of a rectangle: one number if 0 or 255 everywhere, else bytes, row-major. */
  read(rect: Rect): number | Uint8Array<ArrayBuffer> {
    return this.uniformValueOver(rect) ?? uniformValueOrBytes(this.copy(rect))
  }

  /** Returns the bytes of a rectangle. Beyond the photo its outermost pixels are repeated. */
  private copy({ x, y, width, height }: Rect): Uint8Array<ArrayBuffer> {
    const { base, strokes } = this
    const to = new Uint8Array(width * height)
    const [left, right] = [Math.max(0, x), Math.min(base.width, x + width)]
    for (let row = 0; row < height; row++) {
      const from = Math.min(base.height - 1, Math.max(0, y + row))
      const start = row * width
      for (let at = left; at < right; ) {
        const index = strokes.grid.indexAt(at, from)
        const rect = strokes.grid.rectOf(index)
        const end = Math.min(right, rect.x + rect.width)
        const tile = strokes.tile(index)
        const first = tile ? (from - rect.y) * rect.width + at - rect.x : from * base.width + at
        to.set((tile ?? base.coverage).subarray(first, first + end - at), start + at - x)
        at = end
      }
      to.fill(to[start + left - x] ?? 0, start, start + left - x)
      to.fill(to[start + right - x - 1] ?? 0, start + right - x, start + width)
    }
    return to
  }

  /** Returns the common value of all tiles under a rectangle; null = none. */
  private uniformValueOver(rect: Rect): number | null {
    const values = this.grid.tilesIn(rect).map((index) => this.uniformValueOf(index))
    const [first = null] = values
    return values.every((value) => value === first) ? first : null
  }

  private uniformValueOf(index: number): number | null {
    const known = this.uniformValues.get(index)
    if (known !== undefined) return known
    const found = uniformValueOrBytes(this.copy(this.grid.rectOf(index)))
    const value = typeof found === 'number' ? found : null
    this.uniformValues.set(index, value)
    return value
  }
}

function uniformValueOrBytes(bytes: Uint8Array<ArrayBuffer>): number | Uint8Array<ArrayBuffer> {
  const [first = 0] = bytes
  if (first !== 0 && first !== 255) return bytes
  for (let i = 1; i < bytes.length; i++) if (bytes[i] !== first) return bytes
  return first
}
