import type { Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { AssetStore, BitmapAsset, MatteAsset, Revision } from '#client/model/assets/store.ts'
import { hasNoMaskEdits, type MaskEdits } from '#client/model/document/maskEdits.ts'
import type { MatteCut } from '../../objects/lifted.ts'
import { reviseMatteBox } from '../separation.ts'
import { isSameCut, TiledMatte } from './TiledMatte.ts'
import { TileGrid } from './TileGrid.ts'
import { createTileReader } from './TileReader.ts'

type Edits = Immutable<MaskEdits>

/** Inputs of an edited matte. */
export interface MatteSource {
  /** the matte before edits */
  base: MatteAsset
  /** Photo for snapping strokes to colours; null when its pixels are missing. */
  photo: BitmapAsset | null
  edits: Edits
  /** lifted objects to remove */
  cuts: readonly MatteCut[]
}

interface MatteVersion {
  /** Edits of the version, once all its tiles are computed. */
  edits: Edits
  cuts: readonly MatteCut[]
  asset: MatteAsset
  holders: number
}

const areSameCuts = (a: readonly MatteCut[], b: readonly MatteCut[]) =>
  a.length === b.length && a.every((cut, i) => isSameCut(cut, b[i]))

/**
 * Computes the painted matte of the subject or of one object: with the user's edits, without lifted objects. Computed
 * on first use, then updated edit by edit. A held version keeps its bytes.
 */
export class MatteVersions {
  private readonly assets: AssetStore
  private base: MatteAsset | null = null
  private edited: TiledMatte | null = null
  private latest: MatteVersion | null = null
  private readonly held = new Set<MatteVersion>()
  /** Changes of the cut-out mattes since the last cut. */
  private cutRevisions: Revision[] = []

  constructor(assets: AssetStore) {
    this.assets = assets
    assets.onFreed((id) => {
      if (id === this.base?.id) this.reset()
    })
    assets.onRevised((revision) => {
      const isOf = (matte: MatteAsset) => matte === revision.before
      const isCut = this.latest?.cuts.some(({ matte }) => isOf(matte))
      if (isCut || this.cutRevisions.some(({ after }) => isOf(after))) this.cutRevisions.push(revision)
    })
  }

  /** Returns the completely computed matte; null when it has edits and the photo's pixels are missing. */
  current(source: MatteSource): MatteAsset | null {
    const { edited, matte } = this.resolve(source)
    if (!edited) return matte
    const latest = this.versionOf(source)
    if (edited.isDone && latest) return latest.asset
    return this.publish(source, () => [...this.applyCuts(edited, source), ...edited.apply(source.edits)])
  }

  /** Returns the matte with all strokes. Tiles may still have earlier edge settings. */
  applyStrokes(edited: TiledMatte, source: MatteSource): MatteAsset {
    const latest = this.versionOf(source)
    if (latest) return latest.asset
    return this.publish(source, () => [...this.applyCuts(edited, source), ...edited.applyStrokes(source.edits)])
  }

  /** Publishes further tiles. `write` writes them and returns the changed rectangles. */
  addTiles(edited: TiledMatte, write: () => Rect[]): void {
    if (this.latest && this.isCurrent(edited)) this.publish(this.latest, write)
  }

  /** Returns false once the photo or the matte of `edited` was freed. */
  isCurrent(edited: TiledMatte): boolean {
    return this.edited === edited
  }

  /**
   * Returns `matte` if nothing must be computed: without edits and lifted objects, or a held version. Else returns
   * `edited`, the updatable matte on which the edits are applied next.
   */
  resolve({ base, photo, edits, cuts }: MatteSource): { edited: TiledMatte | null; matte: MatteAsset | null } {
    if (hasNoMaskEdits(edits) && cuts.length === 0) return { edited: null, matte: base }
    if (!photo) return { edited: null, matte: null }
    if (this.base !== base) {
      this.reset()
      this.base = base
      this.edited = new TiledMatte(base, createTileReader(photo.bitmap, new TileGrid(base)))
    }
    const kept = [...this.held].find((held) => held.edits === edits && areSameCuts(held.cuts, cuts))
    return kept ? { edited: null, matte: kept.asset } : { edited: this.edited, matte: null }
  }

  /** Keeps the bytes of a matte until the returned function is called. */
  hold(source: MatteSource): () => void {
    const asset = this.current(source)
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

  /** Returns the latest version if it has these edits and cuts. Its tiles may still have earlier edge settings. */
  private versionOf({ edits, cuts }: Pick<MatteSource, 'edits' | 'cuts'>): MatteVersion | null {
    return this.latest?.edits === edits && areSameCuts(this.latest.cuts, cuts) ? this.latest : null
  }

  private applyCuts(edited: TiledMatte, { cuts }: MatteSource): Rect[] {
    const parts = edited.applyCuts(cuts, this.cutRevisions)
    this.cutRevisions = []
    return parts
  }

  private publish({ edits, cuts }: Pick<MatteSource, 'edits' | 'cuts'>, write: () => Rect[]): MatteAsset {
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
    this.cutRevisions = []
    this.latest = null
    this.base = null
    this.edited = null
  }
}
