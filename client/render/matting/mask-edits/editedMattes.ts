import type { Rect } from '../../../kit/base/geometry.ts'
import type { Immutable } from '../../../kit/base/immutable.ts'
import { perStore } from '../../../model/assets/perStore.ts'
import type { AssetStore, MatteAsset } from '../../../model/assets/store.ts'
import type { DocumentSnapshot } from '../../../model/document/document.ts'
import { hasNoMaskEdits, type MaskEdits } from '../../../model/document/maskEdits.ts'
import { type LiftedSource, type MatteCut, matteCuts } from '../../objects/lifted.ts'
import { reviseMatteBox } from '../matteBox.ts'
import { EditedMatte } from './EditedMatte.ts'
import { createPhotoTiles } from './photoTiles.ts'
import { TileGrid } from './TileGrid.ts'

type Edits = Immutable<MaskEdits>
/** The parts of a document that decide its matte. */
export type MatteSource = LiftedSource & Pick<DocumentSnapshot, 'mend'>

interface MatteVersion {
  /** The edits that the version shows, once all its tiles are computed. */
  edits: Edits
  /** What was lifted out of it. */
  cuts: readonly MatteCut[]
  asset: MatteAsset
  holders: number
}

const isSameCut = (a: MatteCut, b: MatteCut | undefined) => a.matte === b?.matte && a.isAway === b.isAway
const areSameCuts = (a: readonly MatteCut[], b: readonly MatteCut[]) =>
  a.length === b.length && a.every((cut, i) => isSameCut(cut, b[i]))

/** Returns the matte of a snapshot with all mask edits applied, without what was lifted out of it; null before the separation. */
export const matteOf = (doc: MatteSource, assets: AssetStore): MatteAsset | null => mattesOf(assets).current(doc)

/** Keeps the bytes of a snapshot's matte until the returned function is called: an export paints it over many strips. */
export const holdMatte = (doc: MatteSource, assets: AssetStore): (() => void) => mattesOf(assets).hold(doc)

/** Returns the object that computes and caches an asset store's edited mattes, shared by everything that paints from it. */
export const mattesOf = perStore((assets) => new EditedMattes(assets))

/**
 * Computes the matte that is painted: the separation's matte after the user's mask edits, without the objects that were
 * lifted out of it. It is computed at first use and then updated edit by edit. A held version keeps its bytes while newer versions are made.
 */
export class EditedMattes {
  private readonly assets: AssetStore
  private base: MatteAsset | null = null
  private edited: EditedMatte | null = null
  private latest: MatteVersion | null = null
  private readonly held = new Set<MatteVersion>()

  constructor(assets: AssetStore) {
    this.assets = assets
    assets.onFreed((id) => {
      if (id === this.base?.id) this.reset()
    })
  }

  /** Returns the snapshot's matte, completely computed; null before the separation. */
  current(doc: MatteSource): MatteAsset | null {
    const { edited, matte } = this.resolve(doc)
    if (!edited) return matte
    const cuts = matteCuts(doc, this.assets)
    const latest = this.versionOf(doc.mend, cuts)
    if (edited.isDone && latest) return latest.asset
    return this.publish(doc.mend, cuts, () => [...edited.applyCuts(cuts), ...edited.apply(doc.mend)])
  }

  /** Returns the matte with all strokes applied; tiles may still show earlier edge settings. */
  applyStrokes(edited: EditedMatte, doc: MatteSource): MatteAsset {
    const { mend } = doc
    const cuts = matteCuts(doc, this.assets)
    const latest = this.versionOf(mend, cuts)
    if (latest) return latest.asset
    return this.publish(mend, cuts, () => [...edited.applyCuts(cuts), ...edited.applyStrokes(mend)])
  }

  /** Publishes further tiles. `write` writes them and returns the changed rectangles. */
  addTiles(edited: EditedMatte, write: () => Rect[]): void {
    if (this.latest && this.isCurrent(edited)) this.publish(this.latest.edits, this.latest.cuts, write)
  }

  /** Returns false once the photo or the matte of `edited` was freed. */
  isCurrent(edited: EditedMatte): boolean {
    return this.edited === edited
  }

  /**
   * Returns the matte of a snapshot (`matte`) if nothing must be computed: it is unedited and nothing was lifted out of it,
   * or it is a held version. Else returns the updatable matte (`edited`), on which the edits are still to be applied.
   */
  resolve(doc: MatteSource): { edited: EditedMatte | null; matte: MatteAsset | null } {
    const { photo, separation, mend } = doc
    const base = separation && this.assets.matte(separation.matte)
    const cuts = matteCuts(doc, this.assets)
    if (!base || (hasNoMaskEdits(mend) && cuts.length === 0)) return { edited: null, matte: base }
    const bitmap = photo && this.assets.bitmap(photo.asset)
    if (!bitmap) return { edited: null, matte: null }
    if (this.base !== base) {
      this.reset()
      this.base = base
      this.edited = new EditedMatte(base, createPhotoTiles(bitmap.bitmap, new TileGrid(base)))
    }
    const kept = [...this.held].find((held) => held.edits === mend && areSameCuts(held.cuts, cuts))
    return kept ? { edited: null, matte: kept.asset } : { edited: this.edited, matte: null }
  }

  /** Keeps the bytes of a snapshot's matte until the returned function is called. */
  hold(doc: MatteSource): () => void {
    const asset = this.current(doc)
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

  /** The latest version if it shows these edits and cuts; its tiles may still show earlier edge settings. */
  private versionOf(edits: Edits, cuts: readonly MatteCut[]): MatteVersion | null {
    return this.latest?.edits === edits && areSameCuts(this.latest.cuts, cuts) ? this.latest : null
  }

  private publish(edits: Edits, cuts: readonly MatteCut[], write: () => Rect[]): MatteAsset {
    const { base, edited, latest } = this
    if (!base || !edited) throw new Error('no matte is being edited')
    const isHeld = latest !== null && latest.holders > 0
    if (isHeld) edited.copyOnWrite()
    const parts = write()
    if (latest && !isHeld && parts.length === 0) {
      Object.assign(latest, { edits, cuts })
      return latest.asset
    }
    const { width, height } = base
    const matte = { kind: 'matte', width, height, coverage: edited.coverage } as const
    const asset = this.assets.derive(matte, latest && !isHeld ? { before: latest.asset, parts } : undefined)
    if (latest) reviseMatteBox(latest.asset, asset, parts)
    this.latest = { edits, cuts, asset, holders: 0 }
    return asset
  }

  private reset(): void {
    for (const { asset } of new Set([...this.held, this.latest].filter((version) => version !== null)))
      this.assets.drop(asset)
    this.held.clear()
    this.latest = null
    this.base = null
    this.edited = null
  }
}
