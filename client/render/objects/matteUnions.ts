/** Unions of mattes: the joint coverage of several mattes. A union is computed once per set of mattes. */

import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type AssetStore, type MatteAsset, perStore, type Revision } from '#client/model/assets/store.ts'

/** Returns the shared cache of matte unions of an asset store. */
export const matteUnionsOf = perStore((assets) => new MatteUnions(assets))

/**
 * Maximum number of unions: the two current unions (for the fill and for unmoved objects), and unions that an undo
 * restores.
 */
const MAX_ENTRIES = 6

interface Entry {
  parts: readonly AssetId[]
  union: MatteAsset
  /** Revisions of the union's mattes since the union was computed. */
  revisions: Revision[]
}

/**
 * Caches the pixelwise maximum of mattes of one photo. Unions are immutable. After a revision of a matte, a new union
 * is computed in the changed rectangles only. A union is freed as soon as one of its mattes is freed.
 */
export class MatteUnions {
  readonly #assets: AssetStore
  #entries: Entry[] = [] // the least recently used entry is first

  constructor(assets: AssetStore) {
    this.#assets = assets
    assets.onFreed((id) => {
      for (const { union } of this.#remove((entry) => entry.parts.includes(id))) assets.drop(union)
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

  /** Returns the union of mattes of the same size, a single matte unchanged, or null for an empty list. */
  of(mattes: readonly MatteAsset[]): MatteAsset | null {
    const parts = [...new Map(mattes.map((matte) => [matte.id, matte])).values()]
    const [first, second] = parts
    if (!first || !second) return first ?? null
    const ids = parts.map(({ id }) => id).toSorted()
    const [known] = this.#remove((entry) => entry.parts.toSorted().join() === ids.join())
    const union = known && known.revisions.length === 0 ? known.union : this.#compute(parts, known)
    this.#entries.push({ parts: ids, union, revisions: [] })
    for (const oldest of this.#entries.splice(0, this.#entries.length - MAX_ENTRIES)) this.#assets.drop(oldest.union)
    return union
  }

  #compute(parts: readonly MatteAsset[], known: Entry | undefined): MatteAsset {
    const [first, ...others] = parts as [MatteAsset, ...MatteAsset[]]
    const { width, height } = first
    const from = known && { before: known.union, parts: known.revisions.flatMap((revision) => revision.parts) }
    const coverage = sparseCopy((known?.union ?? first).coverage)
    for (const { x, y, width: across, height: down } of from?.parts ?? [{ x: 0, y: 0, width, height }])
      for (let row = y; row < y + down; row++) {
        const [start, end] = [row * width + x, row * width + x + across]
        if (known) coverage.set(first.coverage.subarray(start, end), start)
        for (const other of others) addMaximum(coverage, other.coverage, start, end)
      }
    return this.#assets.derive({ kind: 'matte', width, height, coverage }, from)
  }

  #remove(isGone: (entry: Entry) => boolean): Entry[] {
    const gone = this.#entries.filter(isGone)
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry))
    return gone
  }
}

/** Raises the bytes of [start, end) to the values of `other`. */
function addMaximum(to: Uint8Array, other: Uint8Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const byte = other[i] ?? 0
    if (byte > (to[i] ?? 0)) to[i] = byte
  }
}
