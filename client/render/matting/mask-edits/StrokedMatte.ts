/** A matte after its strokes, before its settings: read in parts, and known where it is the same throughout. */
import type { Rect } from '../../../kit/base/geometry.ts'
import type { MendStroke } from '../../../model/document/maskEdits.ts'
import type { PhotoPixels } from './photoTiles.ts'
import { type Coverage, StrokeTiles } from './StrokeTiles.ts'
import type { TileGrid } from './TileGrid.ts'

export class StruckMatte {
  private readonly base: Coverage
  private readonly strokes: StrokeTiles
  /** Of each tile the one value that it has throughout; null = several. Absent = not known. */
  private readonly plain = new Map<number, number | null>()

  constructor(base: Coverage, photo: PhotoPixels) {
    this.base = base
    this.strokes = new StrokeTiles(base, photo)
  }

  get grid(): TileGrid {
    return this.strokes.grid
  }

  /** Answers the parts that may have changed. */
  apply(strokes: readonly MendStroke[]): Rect[] {
    const struck = this.strokes.apply(strokes)
    for (const part of struck) for (const index of this.grid.under(part)) this.plain.delete(index)
    return struck
  }

  /** The value of a part where nothing or all is covered throughout, else its bytes: of others a setting may make something. */
  part(rect: Rect): number | Uint8Array<ArrayBuffer> {
    return this.plainOver(rect) ?? levelOf(this.read(rect))
  }

  /** Beyond the photo its border goes on. */
  private read({ x, y, width, height }: Rect): Uint8Array<ArrayBuffer> {
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

  /** As far as whole tiles tell; null = several. */
  private plainOver(rect: Rect): number | null {
    const values = this.grid.under(rect).map((index) => this.plainOf(index))
    const [first = null] = values
    return values.every((value) => value === first) ? first : null
  }

  private plainOf(index: number): number | null {
    const known = this.plain.get(index)
    if (known !== undefined) return known
    const found = levelOf(this.read(this.grid.rectOf(index)))
    const value = typeof found === 'number' ? found : null
    this.plain.set(index, value)
    return value
  }
}

function levelOf(bytes: Uint8Array<ArrayBuffer>): number | Uint8Array<ArrayBuffer> {
  const [first = 0] = bytes
  if (first !== 0 && first !== 255) return bytes
  for (let i = 1; i < bytes.length; i++) if (bytes[i] !== first) return bytes
  return first
}
