/**
 * Mattes that are computed from other mattes: unions, and the solid mattes of outlined cut-outs. A derived matte is
 * computed once per set of mattes.
 */

import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { copyRect, expandRect, intersection, tilesOf } from '#client/kit/geometry/rect.ts'
import { dilateSquare, erodeSquare } from '#client/kit/pixels/morphology.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { type AssetStore, type Coverage, type MatteAsset, perStore, type Revision } from '#client/model/assets/store.ts'

/** Returns the shared cache of matte unions of an asset store. */
export const matteUnionsOf = perStore((assets) => new MatteUnions(assets))

/** Returns the shared cache of solid mattes of an asset store. */
export const solidMattesOf = perStore((assets) => new SolidMattes(assets))

/** Maximum number of derived mattes: the current ones (two unions), and those that an undo restores. */
const MAX_ENTRIES = 6

interface Entry {
  parts: readonly AssetId[]
  derived: MatteAsset
  /** Revisions of the mattes since the derived matte was computed. */
  revisions: Revision[]
}

type Mattes = readonly [MatteAsset, ...MatteAsset[]]

/**
 * Caches mattes that are derived from mattes of one photo. Derived mattes are immutable. After a revision of a matte, a
 * new matte is derived in the changed rectangles only. A derived matte is freed as soon as one of its mattes is freed.
 */
abstract class DerivedMattes {
  readonly #assets: AssetStore
  #entries: Entry[] = [] // the least recently used entry is first

  constructor(assets: AssetStore) {
    this.#assets = assets
    assets.onFreed((id) => {
      for (const { derived } of this.#remove((entry) => entry.parts.includes(id))) assets.drop(derived)
    })
    assets.onRevised((revision) => {
      const { before, after } = revision
      for (const entry of this.#entries) {
        if (!entry.parts.includes(before.id)) continue
        entry.parts = entry.parts.map((id) => (id === before.id ? after.id : id))
        entry.revisions.push(revision)
      }
    })
  }

  /** Returns the distance from a changed px within which the derived matte may change, px. */
  protected abstract reachIn(matte: MatteAsset): number
  /** Writes the derived coverage of the rectangle `part` (px) into the bytes of the whole matte. */
  protected abstract write(coverage: Uint8Array, mattes: Mattes, part: Rect): void

  protected derive(mattes: Mattes): MatteAsset {
    const ids = mattes.map(({ id }) => id).toSorted()
    const [known] = this.#remove((entry) => entry.parts.toSorted().join() === ids.join())
    const derived = known && known.revisions.length === 0 ? known.derived : this.#compute(mattes, known)
    this.#entries.push({ parts: ids, derived, revisions: [] })
    for (const oldest of this.#entries.splice(0, this.#entries.length - MAX_ENTRIES)) this.#assets.drop(oldest.derived)
    return derived
  }

  #compute(mattes: Mattes, known: Entry | undefined): MatteAsset {
    const [first] = mattes
    const { width, height } = first
    const whole = { x: 0, y: 0, width, height }
    const reach = this.reachIn(first)
    const changed = known?.revisions.flatMap(({ parts }) => parts) ?? []
    const parts = changed.flatMap((part) => intersection(expandRect(part, reach), whole) ?? [])
    const coverage = sparseCopy((known?.derived ?? first).coverage)
    for (const part of known ? parts : [whole]) this.write(coverage, mattes, part)
    return this.#assets.derive({ kind: 'matte', width, height, coverage }, known && { before: known.derived, parts })
  }

  #remove(isGone: (entry: Entry) => boolean): Entry[] {
    const gone = this.#entries.filter(isGone)
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry))
    return gone
  }
}

/** Caches the pixelwise maximum of mattes. */
export class MatteUnions extends DerivedMattes {
  /** Returns the union of mattes of the same size, a single matte unchanged, or null for an empty list. */
  of(mattes: readonly MatteAsset[]): MatteAsset | null {
    const [first, ...others] = new Map(mattes.map((matte) => [matte.id, matte])).values()
    return first && others.length > 0 ? this.derive([first, ...others]) : (first ?? null)
  }

  protected reachIn(): number {
    return 0
  }

  protected write(coverage: Uint8Array, [first, ...others]: Mattes, { x, y, width, height }: Rect): void {
    for (let row = y; row < y + height; row++) {
      const [start, end] = [row * first.width + x, row * first.width + x + width]
      coverage.set(first.coverage.subarray(start, end), start)
      for (const other of others) addMaximum(coverage, other.coverage, start, end)
    }
  }
}

/** Raises the bytes of [start, end) to the values of `other`. */
function addMaximum(to: Uint8Array, other: Uint8Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const byte = other[i] ?? 0
    if (byte > (to[i] ?? 0)) to[i] = byte
  }
}

/** Minimum coverage (of 255) of the solid part. */
const SOLID = 160
/** Longer side of a photo per px of the half width of a strand. */
const SIDE_PER_STRAND = 800
const TILE_SIDE = 128

/** Returns half the maximum width of the strands that a solid matte omits, px. 0 for photos of less than 800 px. */
const strandRadius = ({ width, height }: Coverage) => Math.floor(Math.max(width, height) / SIDE_PER_STRAND)
/** Returns the width of the soft edge that a solid matte keeps, px. */
const softWidth = (matte: Coverage) => Math.max(1, strandRadius(matte))

/**
 * Caches mattes for outlined cut-outs. Single strands of hair and haze show the color of the old background, so a solid
 * matte doesn't contain them. The solid part is the morphological opening of the well covered pixels. Next to it, the
 * matte's own soft edge remains and ends within a few px. An edge as soft as one px doesn't change.
 */
export class SolidMattes extends DerivedMattes {
  /** Returns the solid matte of a matte. */
  of(matte: MatteAsset): MatteAsset {
    return this.derive([matte])
  }

  protected reachIn(matte: MatteAsset): number {
    return 2 * strandRadius(matte) + softWidth(matte)
  }

  protected write(coverage: Uint8Array, [matte]: Mattes, part: Rect): void {
    const { width, height } = matte
    const [radius, soft] = [strandRadius(matte), softWidth(matte)]
    for (const tile of tilesOf(part, TILE_SIDE)) {
      const around = expandRect(tile, this.reachIn(matte))
      const own = repeatedAt(matte, around)
      const [lowest, highest] = rangeOf(own)
      if (highest < SOLID) own.fill(0)
      else if (lowest < SOLID) {
        const opened = dilateSquare(erodeSquare(own, around, radius, SOLID), around, radius)
        const near = squareSums(opened, around, soft)
        // beside a straight edge, `soft` of 2 · soft + 1 rows are solid
        const full = soft * (2 * soft + 1)
        for (let i = 0; i < own.length; i++) own[i] = Math.round((own[i] ?? 0) * Math.min(1, (near[i] ?? 0) / full))
      }
      const inner = new Uint8Array(tile.width * tile.height)
      copyRect(own, around, inner, tile)
      copyRect(inner, tile, coverage, { x: 0, y: 0, width, height })
    }
  }
}

/** Returns the coverage of a rectangle. Beyond the matte, its border repeats, because the photo cuts the subject off. */
function repeatedAt(matte: Coverage, { x, y, width, height }: Rect): Uint8Array {
  const own = new Uint8Array(width * height)
  const [left, right] = [Math.max(0, x), Math.min(x + width, matte.width)]
  for (let row = 0; row < height; row++) {
    const start = clamp(y + row, 0, matte.height - 1) * matte.width
    const line = own.subarray(row * width, (row + 1) * width)
    line.set(matte.coverage.subarray(start + left, start + right), left - x)
    line.fill(line[left - x] ?? 0, 0, left - x)
    line.fill(line[right - x - 1] ?? 0, right - x)
  }
  return own
}

/** Returns the lowest and the highest byte. */
function rangeOf(bytes: Uint8Array): [lowest: number, highest: number] {
  let [lowest, highest] = [255, 0]
  for (const byte of bytes) {
    if (byte < lowest) lowest = byte
    if (byte > highest) highest = byte
  }
  return [lowest, highest]
}

/**
 * Returns for each px the sum over the square of 2 · `radius` + 1 px around it. Values beyond the rectangle are 0. The
 * sums are integers, because the rounding of `boxMean` would depend on the tile.
 */
function squareSums(values: Uint8Array, { width, height }: Rect, radius: number): Int32Array {
  const across = new Int32Array(values.length)
  for (let y = 0; y < height; y++)
    for (let x = -radius, at = y * width - radius, sum = 0; x < width; x++, at++) {
      if (x + radius < width) sum += values[at + radius] ?? 0
      if (x > radius) sum -= values[at - radius - 1] ?? 0
      if (x >= 0) across[at] = sum
    }
  const sums = new Int32Array(values.length)
  for (let y = -radius; y < height; y++) {
    const [above, entering, leaving] = [(y - 1) * width, (y + radius) * width, (y - radius - 1) * width]
    // rows above the rectangle accumulate in row 0
    const row = Math.max(0, y) * width
    for (let x = 0; x < width; x++) {
      let sum = (y > 0 ? sums[above + x] : sums[x]) ?? 0
      if (y + radius < height) sum += across[entering + x] ?? 0
      if (y > radius) sum -= across[leaving + x] ?? 0
      sums[row + x] = sum
    }
  }
  return sums
}
