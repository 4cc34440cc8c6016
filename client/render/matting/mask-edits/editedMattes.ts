/**
 * The matte that is painted: the separation's own, or what its mask edits make of it. Worked out when somebody asks and
 * kept up to date edit by edit, one per photo; a version that is held keeps its bytes while newer ones are made.
 */

import type { Rect } from '../../../kit/base/geometry.ts'
import type { Immutable } from '../../../kit/base/immutable.ts'
import { perStore } from '../../../model/assets/perStore.ts'
import type { AssetStore, MatteAsset } from '../../../model/assets/store.ts'
import type { DocumentSnapshot } from '../../../model/document/document.ts'
import { isUnmended, type Mend } from '../../../model/document/maskEdits.ts'
import { reviseMatteBox } from '../matteBox.ts'
import { Mending } from './EditedMatte.ts'
import { photoPixels } from './photoTiles.ts'
import { TileGrid } from './TileGrid.ts'

type Edits = Immutable<Mend>
export type Separated = Pick<DocumentSnapshot, 'photo' | 'separation' | 'mend'>

interface Version {
  /** What it was made for; it is that where the mending is done. */
  edits: Edits
  asset: MatteAsset
  holders: number
}

/** Null before the separation. */
export const matteOf = (doc: Separated, assets: AssetStore): MatteAsset | null => mattesOf(assets).find(doc)

/** Keeps the bytes of a snapshot's matte while it is painted over many frames; the answer lets them go. */
export const holdMatte = (doc: Separated, assets: AssetStore): (() => void) => mattesOf(assets).hold(doc)

export const mattesOf = perStore((assets) => new MendedMattes(assets))

export class MendedMattes {
  private readonly assets: AssetStore
  private base: MatteAsset | null = null
  private mending: Mending | null = null
  private latest: Version | null = null
  private readonly held = new Set<Version>()

  constructor(assets: AssetStore) {
    this.assets = assets
    assets.onFreed((id) => {
      if (id === this.base?.id) this.forget()
    })
  }

  /** Exactly the snapshot's. */
  find(doc: Separated): MatteAsset | null {
    const { mending, matte } = this.open(doc)
    if (!mending) return matte
    if (mending.isDone && this.latest?.edits === doc.mend) return this.latest.asset
    return this.revise(doc.mend, () => mending.apply(doc.mend))
  }

  /** As far as it has been made. */
  aim(mending: Mending, { mend }: Separated): MatteAsset {
    if (this.latest?.edits === mend) return this.latest.asset
    return this.revise(mend, () => mending.aim(mend))
  }

  /** More of what was aimed at has been made. */
  add(mending: Mending, write: () => Rect[]): void {
    if (this.latest && this.isMending(mending)) this.revise(this.latest.edits, write)
  }

  /** False once its photo or its matte is gone. */
  isMending(mending: Mending): boolean {
    return this.mending === mending
  }

  /** Where there is something to mend, what mends it; else the matte as it is. */
  open({ photo, separation, mend }: Separated): { mending: Mending | null; matte: MatteAsset | null } {
    const base = separation && this.assets.matte(separation.matte)
    if (!base || isUnmended(mend)) return { mending: null, matte: base }
    const bitmap = photo && this.assets.bitmap(photo.asset)
    if (!bitmap) return { mending: null, matte: null }
    if (this.base !== base) {
      this.forget()
      this.base = base
      this.mending = new Mending(base, photoPixels(bitmap.bitmap, new TileGrid(base)))
    }
    const kept = [...this.held].find(({ edits }) => edits === mend)
    return kept ? { mending: null, matte: kept.asset } : { mending: this.mending, matte: null }
  }

  hold(doc: Separated): () => void {
    const asset = this.find(doc)
    const version = [...this.held, this.latest].find((one) => one?.asset === asset)
    if (!version) return () => {}
    version.holders++
    this.held.add(version)
    return () => {
      if (--version.holders > 0) return
      this.held.delete(version)
      if (version !== this.latest) this.assets.drop(version.asset)
    }
  }

  private revise(edits: Edits, write: () => Rect[]): MatteAsset {
    const { base, mending, latest } = this
    if (!base || !mending) throw new Error('nothing is being mended')
    const isHeld = latest !== null && latest.holders > 0
    if (isHeld) mending.detach()
    const parts = write()
    if (latest && !isHeld && parts.length === 0) {
      latest.edits = edits
      return latest.asset
    }
    const { width, height } = base
    const matte = { kind: 'matte', width, height, coverage: mending.coverage } as const
    const asset = this.assets.derive(matte, latest && !isHeld ? { before: latest.asset, parts } : undefined)
    if (latest) reviseMatteBox(latest.asset, asset, parts)
    this.latest = { edits, asset, holders: 0 }
    return asset
  }

  private forget(): void {
    for (const { asset } of new Set([...this.held, this.latest].filter((version) => version !== null)))
      this.assets.drop(asset)
    this.held.clear()
    this.latest = null
    this.base = null
    this.mending = null
  }
}
