/** A matte after its mask edits. Works tile by tile: what an edit cannot have changed is not looked at. */
import type { Rect } from '../../../kit/base/geometry.ts'
import type { Immutable } from '../../../kit/base/immutable.ts'
import { grown, overlap } from '../../../kit/base/rect.ts'
import type { Mend } from '../../../model/document/maskEdits.ts'
import { type AdjustTask, adjustedTile, edgeReach } from './maskEdge.ts'
import type { PhotoPixels } from './photoTiles.ts'
import type { Coverage } from './StrokeTiles.ts'
import { StruckMatte } from './StrokedMatte.ts'

export type Settings = Omit<Immutable<Mend>, 'strokes'>

const UNCHANGED: Settings = { smooth: 0, shiftEdge: 0, feather: 0, invert: false }
const NAMES = Object.keys(UNCHANGED) as (keyof Settings)[]

export class Mending {
  /** The mended matte, as large as the base. */
  coverage: Uint8Array<ArrayBuffer>
  /** What is worked towards; equal ones are the same object. */
  settings: Settings = UNCHANGED
  /** How often strokes have changed something: tasks of before are of no use then. */
  strikes = 0
  private readonly width: number
  private readonly struck: StruckMatte
  /** Tiles that may still be as earlier settings had them. */
  private readonly stale = new Set<number>()

  constructor(base: Coverage, photo: PhotoPixels) {
    this.width = base.width
    this.coverage = new Uint8Array(base.coverage)
    this.struck = new StruckMatte(base, photo)
  }

  get isDone(): boolean {
    return this.stale.size === 0
  }

  /** Brings the coverage to these edits; answers the parts of the photo that may have changed: of what is level, those that have. */
  apply(edits: Immutable<Mend>): Rect[] {
    return [...this.aim(edits), ...this.finish()]
  }

  /** As `apply`, but for other settings: they leave every tile to be finished. What strokes change is there at once. */
  aim({ strokes, ...settings }: Immutable<Mend>): Rect[] {
    const struck = this.struck.apply(strokes)
    if (struck.length > 0) this.strikes++
    if (NAMES.some((name) => settings[name] !== this.settings[name])) {
      this.settings = settings
      for (const index of this.grid.all()) this.stale.add(index)
    }
    const reach = edgeReach(this.settings)
    const [only, second] = struck
    const reached = only && !second ? grown(only, reach) : null // less than its tiles
    const tiles = new Set(struck.flatMap((part) => this.grid.under(grown(part, reach))))
    const parts = [...tiles].flatMap((index) => {
      const rect = this.grid.rectOf(index)
      return (reached ? overlap(rect, reached) : rect) ?? []
    })
    return parts.filter((part) => this.write(part, done(this.taskOf(part, this.settings))))
  }

  /** Here and now. */
  finish(tiles: readonly number[] = this.left(null)): Rect[] {
    return tiles.flatMap((index) => this.put(index, done(this.task(index, this.settings)), this.settings))
  }

  /** Tiles to be finished: those that a part of the photo has a share in, or all. */
  left(part: Rect | null): number[] {
    return (part ? this.grid.under(part) : this.grid.all()).filter((index) => this.stale.has(index))
  }

  /** What is to be worked out for a tile; a number = it becomes that throughout. */
  task(index: number, settings: Settings): AdjustTask | number {
    return this.taskOf(this.grid.rectOf(index), settings)
  }

  /** What the task came to; answers the part that has changed. Nothing is written over what has been finished since. */
  put(index: number, bytes: Uint8Array | number, settings: Settings): Rect[] {
    if (!this.stale.has(index)) return []
    const rect = this.grid.rectOf(index)
    if (settings === this.settings) this.stale.delete(index)
    return this.write(rect, bytes) ? [rect] : []
  }

  /** From now on another copy is written: whoever holds this one keeps it as it is. */
  detach(): void {
    this.coverage = new Uint8Array(this.coverage)
  }

  private get grid() {
    return this.struck.grid
  }

  private taskOf(rect: Rect, settings: Settings): AdjustTask | number {
    const around = grown(rect, edgeReach(settings))
    const coverage = this.struck.part(around)
    if (typeof coverage === 'number') return settings.invert ? 255 - coverage : coverage
    return { coverage, size: { width: around.width, height: around.height }, settings }
  }

  /** False where what is to be written stands there already. */
  private write(rect: Rect, bytes: Uint8Array | number): boolean {
    if (typeof bytes === 'number') return this.fill(rect, bytes)
    for (let y = 0; y < rect.height; y++) {
      const row = bytes.subarray(y * rect.width, (y + 1) * rect.width)
      this.coverage.set(row, (rect.y + y) * this.width + rect.x)
    }
    return true
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

const done = (task: AdjustTask | number) => (typeof task === 'number' ? task : adjustedTile(task))
