import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { copyRect, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { Coverage, Revision } from '#client/model/assets/store.ts'
import type { MaskEdits } from '#client/model/document/maskEdits.ts'
import type { MatteCut } from '../../objects/lifted.ts'
import { adjustTile, type EdgeSettings, type EdgeTask, edgeRadius } from './maskEdge.ts'
import { StrokedMatte } from './StrokedMatte.ts'
import type { TileReader } from './TileReader.ts'

const UNCHANGED: EdgeSettings = { smooth: 0, shiftEdge: 0, feather: 0, invert: false }
const NAMES = Object.keys(UNCHANGED) as (keyof EdgeSettings)[]

/** A matte with mask edits that is updated in tiles. An edit computes only the tiles that it affects. */
export class TiledMatte {
  /** The edited matte: one byte per px of the base, row-major. */
  coverage: Uint8Array<ArrayBuffer>
  /** The current edge settings. Equal settings are the same object. */
  settings: EdgeSettings = UNCHANGED
  /** Increases with each change to the strokes, which makes running tasks obsolete. */
  strokeRevision = 0
  private readonly width: number
  private readonly stroked: StrokedMatte
  /** Indices of the tiles whose pixels may still have been computed with earlier edge settings. */
  private readonly staleTiles = new Set<number>()
  /** The objects to remove from the matte. Applied after the strokes and the edge settings. */
  private cuts: readonly MatteCut[] = []

  constructor(base: Coverage, photo: TileReader) {
    this.width = base.width
    this.coverage = sparseCopy(base.coverage)
    this.stroked = new StrokedMatte(base, photo)
  }

  get isDone(): boolean {
    return this.staleTiles.size === 0
  }

  /** Applies all edits in one pass. Returns the rectangles that may have changed, except unchanged uniform tiles. */
  apply(edits: Immutable<MaskEdits>): Rect[] {
    return [...this.applyStrokes(edits), ...this.adjustTiles()]
  }

  /**
   * Removes `cuts` from the matte and restores all other objects. `revisions`: changes to the objects' own mattes.
   * Returns the changed rectangles.
   */
  applyCuts(cuts: readonly MatteCut[], revisions: readonly Revision[]): Rect[] {
    const rects = [
      ...this.cuts.flatMap((cut) =>
        cuts.some((now) => isSameCut(cut, now)) ? [] : (partsOf(cut, cuts, revisions) ?? cut.box),
      ),
      ...cuts.flatMap((cut) =>
        this.cuts.some((old) => isSameCut(old, cut) || partsOf(old, [cut], revisions) !== null) ? [] : cut.box,
      ),
    ]
    this.cuts = cuts
    const tiles = new Set(rects.flatMap((rect) => this.grid.tilesIn(rect)))
    return [...tiles].map((index) => {
      const rect = this.grid.rectOf(index)
      this.write(rect, runTask(this.taskOfTile(index, this.settings)))
      return rect
    })
  }

  /** Applies strokes. A change to the settings only marks all tiles as stale. Returns the changed rectangles. */
  applyStrokes({ strokes, ...settings }: Immutable<MaskEdits>): Rect[] {
    const stroked = this.stroked.apply(strokes)
    if (stroked.length > 0) this.strokeRevision++
    if (NAMES.some((name) => settings[name] !== this.settings[name])) {
      this.settings = settings
      for (const index of this.grid.allTiles()) this.staleTiles.add(index)
    }
    const reach = edgeRadius(this.settings)
    const [only, second] = stroked
    const reached = only && !second ? expandRect(only, reach) : null
    const tiles = new Set(stroked.flatMap((part) => this.grid.tilesIn(expandRect(part, reach))))
    const parts = [...tiles].flatMap((index) => {
      const rect = this.grid.rectOf(index)
      return (reached ? intersection(rect, reached) : rect) ?? []
    })
    return parts.filter((part) => this.write(part, runTask(this.taskOfRect(part, this.settings))))
  }

  /** Applies the settings to stale tiles on this thread. Returns the changed rectangles. */
  adjustTiles(tiles: readonly number[] = this.pendingTiles(null)): Rect[] {
    return tiles.flatMap((index) =>
      this.writeTile(index, runTask(this.taskOfTile(index, this.settings)), this.settings),
    )
  }

  /** Returns the stale tiles that intersect a rectangle of the photo, or all stale tiles. */
  pendingTiles(part: Rect | null): number[] {
    return (part ? this.grid.tilesIn(part) : this.grid.allTiles()).filter((index) => this.staleTiles.has(index))
  }

  /** Returns the task for a tile. If all pixels of the tile have one value, returns this value instead. */
  taskOfTile(index: number, settings: EdgeSettings): EdgeTask | number {
    return this.taskOfRect(this.grid.rectOf(index), settings)
  }

  /** Writes a task's result if the tile is still stale. Returns the changed rectangle, or an empty array. */
  writeTile(index: number, bytes: Uint8Array | number, settings: EdgeSettings): Rect[] {
    if (!this.staleTiles.has(index)) return []
    const rect = this.grid.rectOf(index)
    if (settings === this.settings) this.staleTiles.delete(index)
    return this.write(rect, bytes) ? [rect] : []
  }

  /** Makes the next write copy the array. Code with the previous `coverage` then doesn't see a change. */
  copyOnWrite(): void {
    this.coverage = new Uint8Array(this.coverage)
  }

  private get grid() {
    return this.stroked.grid
  }

  private taskOfRect(rect: Rect, settings: EdgeSettings): EdgeTask | number {
    const around = expandRect(rect, edgeRadius(settings))
    const coverage = this.stroked.read(around)
    if (typeof coverage === 'number') return settings.invert ? 255 - coverage : coverage
    return { coverage, size: { width: around.width, height: around.height }, settings }
  }

  /**
   * Writes `bytes` into a rectangle, and removes the cuts. A number stands for that byte in every pixel. Returns false
   * only if all pixels already had this byte.
   */
  private write(rect: Rect, bytes: Uint8Array | number): boolean {
    const cuts = this.cuts.flatMap((cut) => {
      const part = intersection(cut.box, rect)
      return part ? [{ cut, part }] : []
    })
    if (typeof bytes === 'number' && cuts.length === 0) return this.fill(rect, bytes)
    if (typeof bytes === 'number') this.fill(rect, bytes)
    else copyRect(bytes, rect, this.coverage, { x: 0, y: 0, ...this.stroked.grid.size })
    for (const { cut, part } of cuts) this.takeOut(cut, part)
    return true
  }

  /** Removes an object from a rectangle after all edits there. */
  private takeOut({ matte, rest: kind }: MatteCut, { x, y, width, height }: Rect) {
    const rest = RESTS[kind]
    for (let row = y; row < y + height; row++)
      for (let at = row * this.width + x, end = at + width; at < end; at++) {
        const taken = matte.coverage[at] ?? 0
        if (taken > 0) this.coverage[at] = rest(this.coverage[at] ?? 0, taken)
      }
  }

  private fill({ x, y, width, height }: Rect, byte: number): boolean {
    let isChanged = false
    for (let from = y * this.width + x, row = 0; row < height; row++, from += this.width) {
      let at = from
      while (!isChanged && at < from + width && this.coverage[at] === byte) at++
      if (!isChanged && at === from + width) continue
      isChanged = true
      this.coverage.fill(byte, from, from + width)
    }
    return isChanged
  }
}

/** Formulas of the remaining matte value (0..255), given the matte's value `all` and the object's coverage `taken`. */
const RESTS: Readonly<Record<MatteCut['rest'], (all: number, taken: number) => number>> = {
  without: (all, taken) => Math.max(0, all - taken),
  beside: (all, taken) => (all <= taken ? 0 : Math.round((255 * (all - taken)) / (255 - taken))),
  disjoint: (all, taken) => Math.min(all, 255 - taken),
}

/** Returns true when both cuts remove the same object in the same way. */
export const isSameCut = (a: MatteCut, b: MatteCut | undefined): boolean => a.matte === b?.matte && a.rest === b.rest

/**
 * Returns the rectangles where an edit of the object's mask has changed its cut. Returns null when the revisions don't
 * explain the difference.
 */
function partsOf(old: MatteCut, cuts: readonly MatteCut[], revisions: readonly Revision[]): Rect[] | null {
  const parts: Rect[] = []
  let { matte } = old
  for (const { before, after, parts: changed } of revisions) {
    if (before !== matte) continue
    matte = after
    parts.push(...changed)
  }
  return matte !== old.matte && cuts.some((cut) => cut.matte === matte && cut.rest === old.rest) ? parts : null
}

const runTask = (taskOfTile: EdgeTask | number) =>
  typeof taskOfTile === 'number' ? taskOfTile : adjustTile(taskOfTile)
