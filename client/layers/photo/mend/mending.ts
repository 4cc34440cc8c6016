/** A matte after its mask edits. Works tile by tile: what an edit cannot have changed is not looked at. */
import type { Rect } from '../../../base/geometry.ts'
import { grown } from '../../../base/rect.ts'
import type { Immutable } from '../../../document/document.ts'
import type { Mend } from '../../../document/mend.ts'
import { adjusted, edgeReach } from './edge.ts'
import type { PhotoPixels } from './photoPixels.ts'
import { type Coverage, StrokeTiles } from './strokeTiles.ts'

type Settings = Omit<Immutable<Mend>, 'strokes'>

const UNCHANGED: Settings = { smooth: 0, shiftEdge: 0, feather: 0, invert: false }

export class Mending {
  /** The mended matte, as large as the base. */
  coverage: Uint8Array<ArrayBuffer>
  private readonly base: Coverage
  private readonly strokes: StrokeTiles
  private settings: Settings = UNCHANGED
  /** Of each tile after the strokes, the one value that it has throughout; null = several. Absent = not known. */
  private readonly plain = new Map<number, number | null>()

  constructor(base: Coverage, photo: PhotoPixels) {
    this.base = base
    this.coverage = new Uint8Array(base.coverage)
    this.strokes = new StrokeTiles(base, photo)
  }

  /** Brings the coverage to these edits; answers the parts of the photo that may have changed. */
  apply({ strokes, ...settings }: Immutable<Mend>): Rect[] {
    const { grid } = this.strokes
    const struck = this.strokes.apply(strokes)
    for (const index of struck) this.plain.delete(index)
    const names = Object.keys(UNCHANGED) as (keyof Settings)[]
    const isSet = names.some((name) => settings[name] !== this.settings[name])
    this.settings = settings
    const reach = edgeReach(settings)
    const changed = isSet
      ? grid.all()
      : [...new Set([...struck].flatMap((index) => grid.under(grown(grid.rectOf(index), reach))))]
    for (const index of changed) this.write(index, reach)
    return changed.map((index) => grid.rectOf(index))
  }

  /** From now on another copy is written: whoever holds this one keeps it as it is. */
  detach(): void {
    this.coverage = new Uint8Array(this.coverage)
  }

  private write(index: number, reach: number): void {
    const rect = this.strokes.grid.rectOf(index)
    const around = grown(rect, reach)
    const plain = reach > 0 ? this.plainOver(around) : null
    const size = { width: around.width, height: around.height }
    const result =
      plain !== null
        ? new Uint8Array(size.width * size.height).fill(plain)
        : reach > 0
          ? adjusted(this.read(around), size, this.settings)
          : this.read(around)
    for (let y = 0; y < rect.height; y++) {
      const from = (y + reach) * size.width + reach
      const row = result.subarray(from, from + rect.width)
      const to = (rect.y + y) * this.base.width + rect.x
      this.coverage.set(this.settings.invert ? row.map((byte) => 255 - byte) : row, to)
    }
  }

  /** The mask after the strokes; beyond the photo its border goes on. */
  private read({ x, y, width, height }: Rect): Uint8Array {
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

  /** The one value that a part has throughout, as far as whole tiles tell; null = several. */
  private plainOver(rect: Rect): number | null {
    const values = this.strokes.grid.under(rect).map((index) => this.plainOf(index))
    const [first = null] = values
    return values.every((value) => value === first) ? first : null
  }

  private plainOf(index: number): number | null {
    const known = this.plain.get(index)
    if (known !== undefined) return known
    const tile = this.read(this.strokes.grid.rectOf(index))
    const first = tile[0] ?? 0
    // Between nothing and all a setting may give another value.
    const value = (first === 0 || first === 255) && tile.every((byte) => byte === first) ? first : null
    this.plain.set(index, value)
    return value
  }
}
