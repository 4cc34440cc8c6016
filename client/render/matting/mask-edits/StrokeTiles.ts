/**
 * Strokes over a matte, as the tiles that they have changed. The last stroke is kept apart from those before it: while
 * it is drawn, a pointer's move costs its own few pixels, however large the photo and however many strokes there are.
 */
import type { Rect, Size } from '../../../kit/base/geometry.ts'
import { overlap, union } from '../../../kit/base/rect.ts'
import type { MendStroke } from '../../../model/document/maskEdits.ts'
import { same } from '../../../model/history/records.ts'
import type { PhotoPixels } from './photoTiles.ts'
import { legBox, strengthen } from './brushCoverage.ts'
import { TileGrid } from './TileGrid.ts'

export interface Coverage extends Size {
  readonly coverage: Uint8Array
}

export class StrokeTiles {
  readonly grid: TileGrid
  private readonly base: Coverage
  private readonly photo: PhotoPixels
  private strokes: readonly MendStroke[] = []
  /** After all strokes but the last. */
  private readonly settled = new Map<number, Uint8Array>()
  /** How strongly the last stroke acts. */
  private readonly live = new Map<number, Uint8Array>()
  /** After all strokes. */
  private readonly done = new Map<number, Uint8Array>()

  constructor(base: Coverage, photo: PhotoPixels) {
    this.base = base
    this.photo = photo
    this.grid = new TileGrid(base)
  }

  /** A tile after the strokes; null where none has touched it. */
  tile(index: number): Uint8Array | null {
    return this.done.get(index) ?? null
  }

  /** Brings the tiles to these strokes; answers the parts that may have changed: one, or whole tiles. */
  apply(next: readonly MendStroke[]): Rect[] {
    const before = this.strokes
    this.strokes = next
    let kept = 0
    while (kept < before.length && kept < next.length && isSame(before[kept], next[kept])) kept++
    const [was, is] = [before.at(-1), next.at(-1)]
    const isDrawnOn = was && is && kept === before.length - 1 && next.length === before.length && isGrown(was, is)
    if (isDrawnOn) {
      this.strike(is, was.points.length)
      return [boxOf(is, was.points.length)]
    }
    const tiles =
      kept === before.length
        ? this.append(next.slice(kept))
        : this.redo([...before.slice(Math.max(0, kept - 1)), ...next.slice(Math.max(0, kept - 1))])
    return [...tiles].map((index) => this.grid.rectOf(index))
  }

  private append(strokes: readonly MendStroke[]): Set<number> {
    const changed = new Set<number>()
    for (const stroke of strokes) {
      for (const index of this.live.keys()) this.settle(index)
      for (const index of this.strike(stroke, 0)) changed.add(index)
    }
    return changed
  }

  /** The last stroke, from one of its points on. */
  private strike(stroke: MendStroke, first: number, among: ReadonlySet<number> | null = null): Set<number> {
    const touched = new Set<number>()
    for (let leg = first; leg < stroke.points.length; leg++)
      for (const index of this.grid.under(legBox(stroke, leg))) if (!among || among.has(index)) touched.add(index)
    for (const index of touched) {
      const { width, height } = this.grid.rectOf(index)
      const strength = this.live.get(index) ?? new Uint8Array(width * height)
      this.live.set(index, strength)
      strengthen(strength, index, stroke, first, this.grid, this.photo)
      this.lay(index, strength, stroke, first)
    }
    return touched
  }

  /** The tile as it is once the stroke, from one of its points on, has acted as strongly as that. */
  private lay(index: number, strength: Uint8Array, stroke: MendStroke, first: number): void {
    const rect = this.grid.rectOf(index)
    const settled = this.settled.get(index)
    const under = settled ?? this.baseTile(index)
    const known = this.done.get(index)
    const tile = known && known !== settled ? known : under.slice()
    this.done.set(index, tile)
    const part = overlap(rect, boxOf(stroke, first))
    if (!part) return
    const goal = stroke.mode === 'erase' ? 0 : 255
    for (let y = part.y - rect.y; y < part.y - rect.y + part.height; y++)
      for (let x = part.x - rect.x; x < part.x - rect.x + part.width; x++) {
        const at = y * rect.width + x
        const byte = under[at] ?? 0
        tile[at] = byte + Math.round(((goal - byte) * (strength[at] ?? 0)) / 255)
      }
  }

  /** From the matte on, wherever these strokes are. */
  private redo(strokes: readonly MendStroke[]): Set<number> {
    const changed = new Set<number>()
    for (const stroke of strokes) for (const index of this.grid.under(boxOf(stroke))) changed.add(index)
    for (const index of changed) for (const tiles of [this.settled, this.live, this.done]) tiles.delete(index)
    for (const [i, stroke] of this.strokes.entries()) {
      const touched = this.strike(stroke, 0, changed)
      if (i === this.strokes.length - 1) break
      for (const index of touched) this.settle(index)
    }
    return changed
  }

  private settle(index: number): void {
    const tile = this.done.get(index)
    if (tile) this.settled.set(index, tile)
    this.live.delete(index)
  }

  private baseTile(index: number): Uint8Array {
    const { x, y, width, height } = this.grid.rectOf(index)
    const tile = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (y + row) * this.base.width + x
      tile.set(this.base.coverage.subarray(from, from + width), row * width)
    }
    return tile
  }
}

const isSame = (a: MendStroke | undefined, b: MendStroke | undefined) => a === b || same(a, b)

/** The same stroke, drawn on. */
const isGrown = ({ points: before, ...was }: MendStroke, { points: after, ...is }: MendStroke): boolean =>
  after.length > before.length && same(was, is) && before.every((point, i) => same(point, after[i]))

/** Whole px around what the stroke may touch from one of its points on. */
function boxOf(stroke: MendStroke, first = 0): Rect {
  let box = legBox(stroke, first)
  for (let leg = first + 1; leg < stroke.points.length; leg++) box = union(box, legBox(stroke, leg))
  const [x, y] = [Math.floor(box.x), Math.floor(box.y)]
  return { x, y, width: Math.ceil(box.x + box.width) - x, height: Math.ceil(box.y + box.height) - y }
}
