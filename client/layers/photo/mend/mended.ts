/**
 * The matte that is painted: the separation's own, or what its mask edits make of it. Worked out when somebody asks and
 * kept up to date edit by edit, one per photo; a version that is held keeps its bytes while newer ones are made.
 */
import type { AssetStore, MatteAsset } from '../../../assets/store.ts'
import type { DocumentSnapshot, Immutable } from '../../../document/document.ts'
import { isUnmended, type Mend } from '../../../document/mend.ts'
import { reviseMatteBox } from '../matteBox.ts'
import { Mending } from './mending.ts'
import { photoPixels } from './photoPixels.ts'
import { TileGrid } from './tiles.ts'

type Edits = Immutable<Mend>
type Separated = Pick<DocumentSnapshot, 'photo' | 'separation' | 'mend'>

interface Version {
  edits: Edits
  asset: MatteAsset
  holders: number
}

const stores = new WeakMap<AssetStore, MendedMattes>()

/** Null before the separation. */
export const matteOf = (doc: Separated, assets: AssetStore): MatteAsset | null => of(assets).find(doc)

/** Keeps the bytes of a snapshot's matte while it is painted over many frames; the answer lets them go. */
export const holdMatte = (doc: Separated, assets: AssetStore): (() => void) => of(assets).hold(doc)

function of(assets: AssetStore): MendedMattes {
  const known = stores.get(assets) ?? new MendedMattes(assets)
  stores.set(assets, known)
  return known
}

class MendedMattes {
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

  find({ photo, separation, mend }: Separated): MatteAsset | null {
    const base = separation && this.assets.matte(separation.matte)
    if (!base || isUnmended(mend)) return base
    const bitmap = photo && this.assets.bitmap(photo.asset)
    if (!bitmap) return null
    if (this.base !== base) {
      this.forget()
      this.base = base
      this.mending = new Mending(base, photoPixels(bitmap.bitmap, new TileGrid(base)))
    }
    const kept = [...this.held].find(({ edits }) => edits === mend)
    return kept?.asset ?? this.mended(base, mend)
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

  private mended(base: MatteAsset, edits: Edits): MatteAsset {
    const { mending, latest } = this
    if (!mending) return base
    if (latest?.edits === edits) return latest.asset
    if (latest && latest.holders > 0) mending.detach()
    const parts = mending.apply(edits)
    const { width, height } = base
    const matte = { kind: 'matte', width, height, coverage: mending.coverage } as const
    if (latest && parts.length === 0) {
      latest.edits = edits
      return latest.asset
    }
    const isRevised = latest && latest.holders === 0
    const asset = this.assets.derive(matte, isRevised ? { before: latest.asset, parts } : undefined)
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
