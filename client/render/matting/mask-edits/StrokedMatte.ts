import type { Rect } from '#client/kit/geometry/geometry.ts'
import { copyRect, coveringRect, intersection, union } from '#client/kit/geometry/rect.ts'
import { TileGrid } from '#client/kit/geometry/TileGrid.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import type { MaskStroke } from '#client/model/document/maskEdits.ts'
import { accumulateBrushCoverage, segmentBounds } from './brushCoverage.ts'
import { TILE_SIDE, type TileReader } from './TileReader.ts'

/**
 * A matte with strokes and without edge settings. Stores only the tiles that strokes have changed, and the values of
 * uniform tiles. Stores the last stroke separately, so that a pointer move while drawing computes only the new
 * segment's pixels.
 */
export class StrokedMatte {
  readonly grid: TileGrid
  private readonly base: Coverage
  private readonly photo: TileReader
  private strokes: readonly MaskStroke[] = []
  /** The tiles after all strokes except the last. */
  private readonly committedTiles = new Map<number, Uint8Array>()
  /** The brush coverage of the last stroke. */
  private readonly strokeCoverage = new Map<number, Uint8Array>()
  /** The tiles after all strokes. */
  private readonly resultTiles = new Map<number, Uint8Array>()
  /** For each tile whose uniformity is known: the value of a uniform tile, or null for a tile that isn't uniform. */
  private readonly uniformValues = new Map<number, number | null>()

  constructor(base: Coverage, photo: TileReader) {
    this.base = base
    this.photo = photo
    this.grid = new TileGrid(base, TILE_SIDE)
  }

  /**
   * Sets the strokes. Returns the rectangles that may have changed, in px. These are the rectangle of the new segment,
   * or whole tiles.
   */
  apply(next: readonly MaskStroke[]): Rect[] {
    const changed = this.updateTiles(next)
    for (const rect of changed) for (const index of this.grid.tilesIn(rect)) this.uniformValues.delete(index)
    return changed
  }

  /**
   * Returns the coverage of a rectangle. Returns one number if the whole rectangle is 0 or 255, otherwise bytes,
   * row-major.
   */
  read(rect: Rect): number | Uint8Array<ArrayBuffer> {
    return this.uniformValueOver(rect) ?? uniformValueOrBytes(this.copy(rect))
  }

  /** Returns the bytes of a rectangle. Beyond the photo, repeats the photo's outermost pixels. */
  private copy({ x, y, width, height }: Rect): Uint8Array<ArrayBuffer> {
    const { base, grid } = this
    const to = new Uint8Array(width * height)
    const [left, right] = [Math.max(0, x), Math.min(base.width, x + width)]
    for (let row = 0; row < height; row++) {
      const from = clamp(y + row, 0, base.height - 1)
      const start = row * width
      for (let at = left; at < right; ) {
        const index = grid.indexAt(at, from)
        const rect = grid.rectOf(index)
        const end = Math.min(right, rect.x + rect.width)
        const tile = this.resultTiles.get(index)
        const first = tile ? (from - rect.y) * rect.width + at - rect.x : from * base.width + at
        to.set((tile ?? base.coverage).subarray(first, first + end - at), start + at - x)
        at = end
      }
      to.fill(to[start + left - x] ?? 0, start, start + left - x)
      to.fill(to[start + right - x - 1] ?? 0, start + right - x, start + width)
    }
    return to
  }

  /** Returns the common value of all tiles under a rectangle, or null if the tiles differ. */
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

  private updateTiles(next: readonly MaskStroke[]): Rect[] {
    const before = this.strokes
    this.strokes = next
    let kept = 0
    while (kept < before.length && kept < next.length && isSame(before[kept], next[kept])) kept++
    const [was, is] = [before.at(-1), next.at(-1)]
    const isExtension = was && is && kept === before.length - 1 && next.length === before.length && isExtended(was, is)
    if (isExtension) {
      this.rasterizeStroke(is, was.points.length)
      return [strokeBounds(is, was.points.length)]
    }
    const tiles =
      kept === before.length
        ? this.appendStrokes(next.slice(kept))
        : this.rebuildTiles([...before.slice(Math.max(0, kept - 1)), ...next.slice(Math.max(0, kept - 1))])
    return [...tiles].map((index) => this.grid.rectOf(index))
  }

  private appendStrokes(strokes: readonly MaskStroke[]): Set<number> {
    const changed = new Set<number>()
    for (const stroke of strokes) {
      for (const index of this.strokeCoverage.keys()) this.commitTile(index)
      for (const index of this.rasterizeStroke(stroke, 0)) changed.add(index)
    }
    return changed
  }

  /** Rasterizes the last stroke from point `first` on. Returns the tiles that the stroke touches. */
  private rasterizeStroke(stroke: MaskStroke, first: number, among: ReadonlySet<number> | null = null): Set<number> {
    const touched = new Set<number>()
    for (let leg = first; leg < stroke.points.length; leg++)
      for (const index of this.grid.tilesIn(segmentBounds(stroke, leg)))
        if (!among || among.has(index)) touched.add(index)
    for (const index of touched) {
      const { width, height } = this.grid.rectOf(index)
      const strength = this.strokeCoverage.get(index) ?? new Uint8Array(width * height)
      this.strokeCoverage.set(index, strength)
      accumulateBrushCoverage(strength, index, stroke, first, this.grid, this.photo)
      this.compositeTile(index, strength, stroke, first)
    }
    return touched
  }

  /** Composites the last stroke over a committed tile, within the bounds of its segments, starting with `first`. */
  private compositeTile(index: number, strength: Uint8Array, stroke: MaskStroke, first: number): void {
    const rect = this.grid.rectOf(index)
    const committedTiles = this.committedTiles.get(index)
    const under = committedTiles ?? this.baseTile(index)
    const known = this.resultTiles.get(index)
    const tile = known && known !== committedTiles ? known : under.slice()
    this.resultTiles.set(index, tile)
    const part = intersection(rect, strokeBounds(stroke, first))
    if (!part) return
    const goal = stroke.mode === 'erase' ? 0 : 255
    for (let y = part.y - rect.y; y < part.y - rect.y + part.height; y++)
      for (let x = part.x - rect.x; x < part.x - rect.x + part.width; x++) {
        const at = y * rect.width + x
        const byte = under[at] ?? 0
        tile[at] = byte + Math.round(((goal - byte) * (strength[at] ?? 0)) / 255)
      }
  }

  /** Recomputes all tiles under these strokes from the unedited matte. */
  private rebuildTiles(strokes: readonly MaskStroke[]): Set<number> {
    const changed = new Set<number>()
    for (const stroke of strokes) for (const index of this.grid.tilesIn(strokeBounds(stroke))) changed.add(index)
    for (const index of changed)
      for (const tiles of [this.committedTiles, this.strokeCoverage, this.resultTiles]) tiles.delete(index)
    for (const [i, stroke] of this.strokes.entries()) {
      const touched = this.rasterizeStroke(stroke, 0, changed)
      if (i === this.strokes.length - 1) break
      for (const index of touched) this.commitTile(index)
    }
    return changed
  }

  private commitTile(index: number): void {
    const tile = this.resultTiles.get(index)
    if (tile) this.committedTiles.set(index, tile)
    this.strokeCoverage.delete(index)
  }

  private baseTile(index: number): Uint8Array {
    const rect = this.grid.rectOf(index)
    const tile = new Uint8Array(rect.width * rect.height)
    copyRect(this.base.coverage, { x: 0, y: 0, ...this.base }, tile, rect)
    return tile
  }
}

const isSame = (a: MaskStroke | undefined, b: MaskStroke | undefined) => a === b || isEqual(a, b)

/** Returns true when the stroke `after` is the stroke `before` with more points. */
const isExtended = ({ points: before, ...was }: MaskStroke, { points: after, ...is }: MaskStroke): boolean =>
  after.length > before.length && isEqual(was, is) && before.every((point, i) => isEqual(point, after[i]))

/** Returns the bounds of the stroke from point `first` on, whole px. */
function strokeBounds(stroke: MaskStroke, first = 0): Rect {
  let box = segmentBounds(stroke, first)
  for (let leg = first + 1; leg < stroke.points.length; leg++) box = union(box, segmentBounds(stroke, leg))
  return coveringRect(box)
}

function uniformValueOrBytes(bytes: Uint8Array<ArrayBuffer>): number | Uint8Array<ArrayBuffer> {
  const [first = 0] = bytes
  if (first !== 0 && first !== 255) return bytes
  for (let i = 1; i < bytes.length; i++) if (bytes[i] !== first) return bytes
  return first
}
