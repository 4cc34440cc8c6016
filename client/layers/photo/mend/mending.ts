/** A matte after its mask edits. Works tile by tile: what an edit cannot have changed is not looked at. */
import type { Rect } from '../../../base/geometry.ts'
import { grown, overlap } from '../../../base/rect.ts'
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
    for (const part of struck) for (const index of grid.under(part)) this.plain.delete(index)
    const names = Object.keys(UNCHANGED) as (keyof Settings)[]
    const isSet = names.some((name) => settings[name] !== this.settings[name])
    this.settings = settings
    const reach = edgeReach(settings)
    const [only, second] = struck
    const reached = only && !second ? grown(only, reach) : null // less than its tiles
    const tiles = isSet ? grid.all() : new Set(struck.flatMap((part) => grid.under(grown(part, reach))))
    const parts = [...tiles].flatMap((index) => {
      const rect = grid.rectOf(index)
      return (isSet || !reached ? rect : overlap(rect, reached)) ?? []
    })
    for (const part of parts) this.write(part, reach)
    return parts
  }

  /** From now on another copy is written: whoever holds this one keeps it as it is. */
  detach(): void {
    this.coverage = new Uint8Array(this.coverage)
  }

  private write(rect: Rect, reach: number): void {
    const around = grown(rect, reach)
    const size = { width: around.width, height: around.height }
    const before = this.plainOver(around) ?? this.read(around)
    const result =
      typeof before === 'number' || reach === 0 || isPlain(before) ? before : adjusted(before, size, this.settings)
    for (let y = 0; y < rect.height; y++) {
      const from = (y + reach) * size.width + reach
      const row =
        typeof result === 'number' ? new Uint8Array(rect.width).fill(result) : result.subarray(from, from + rect.width)
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
    const value = isPlain(tile) ? (tile[0] ?? 0) : null
    this.plain.set(index, value)
    return value
  }
}

/** Nothing or all throughout: of values between a setting may make others. */
function isPlain(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first !== 0 && first !== 255) return false
  for (let i = 1; i < bytes.length; i++) if (bytes[i] !== first) return false
  return true
}
