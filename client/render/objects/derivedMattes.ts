/**
 * Mattes that are computed from other mattes: unions, and the solid mattes of outlined cutouts. A derived matte is
 * computed once per set of mattes.
 */

import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type AssetStore, type MatteAsset, perStore, type Revision } from '#client/model/assets/store.ts'
import { solidReach, writeSolid } from './solidMatte.ts'

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

/** Caches solid mattes, which outlined cutouts are painted with. */
export class SolidMattes extends DerivedMattes {
  /** Returns the solid matte of a matte. */
  of(matte: MatteAsset): MatteAsset {
    return this.derive([matte])
  }

  protected reachIn(matte: MatteAsset): number {
    return solidReach(matte)
  }

  protected write(coverage: Uint8Array, [matte]: Mattes, part: Rect): void {
    writeSolid(coverage, matte, part)
  }
}
