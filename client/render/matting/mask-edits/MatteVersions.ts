import { WorkerPool } from '#client/kit/async/callWorker.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { TileGrid } from '#client/kit/geometry/TileGrid.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { AssetStore, BitmapAsset, MatteAsset, Revision } from '#client/model/assets/store.ts'
import { hasNoMaskEdits, type MaskEdits } from '#client/model/document/maskEdits.ts'
import type { MatteCut } from '../../objects/lifted.ts'
import type { MattingWorker } from '../matting.worker.ts'
import { startMattingWorker } from '../mattingWorker.ts'
import { reviseMatteBox } from '../separation.ts'
import type { EdgeSettings } from './maskEdge.ts'
import { isSameCut, TiledMatte } from './TiledMatte.ts'
import { createTileReader, TILE_SIDE } from './TileReader.ts'

/** Inputs of an edited matte. */
export interface MatteSource {
  /** The matte before all edits. */
  base: MatteAsset
  /** Photo whose colors limit strokes with Snap to edges. Null if its pixels are missing. */
  photo: BitmapAsset | null
  edits: Immutable<MaskEdits>
  /** The lifted objects to remove. */
  cuts: readonly MatteCut[]
}

/** The current view of the preview. Visible tiles are computed first. */
export interface ViewState {
  /** The visible region in photo px. */
  region: Rect
  /** True during a gesture, when only the visible tiles are computed. */
  isDraft: boolean
}

/** A matte and whether all of its tiles have been computed. */
export interface MatteState {
  matte: MatteAsset | null
  /** False while some tiles still have earlier settings. */
  isDone: boolean
}

/** Workers that apply edge settings to tiles. */
export type EdgeWorkers = Pick<WorkerPool<MattingWorker>, 'size' | 'call' | 'dispose'>

/** The edits and cuts of a published matte. Its tiles may still have earlier edge settings. */
interface MatteVersion extends Pick<MatteSource, 'edits' | 'cuts'> {
  asset: MatteAsset
  holders: number
}

/** One computation of tiles in workers. All tiles of a pass are published together, so that no edge is half updated. */
interface Pass {
  settings: EdgeSettings
  strokeRevision: number
  /** True if the pass computes only visible tiles. */
  isVisibleOnly: boolean
  /** Resolves when the pass is over for any reason. */
  finished: Promise<void>
}

const MAX_WORKERS = 4
/** Maximum number of tiles computed on the page's thread. */
const MAX_TILES_ON_PAGE = 4

/** Starts workers: one per core, at most 4, with one core left for the page. */
const startEdgeWorkers = (): EdgeWorkers =>
  new WorkerPool(startMattingWorker, clamp((navigator.hardwareConcurrency || 2) - 1, 1, MAX_WORKERS))

const areSameCuts = (a: readonly MatteCut[], b: readonly MatteCut[]) =>
  a.length === b.length && a.every((cut, i) => isSameCut(cut, b[i]))

/**
 * The painted matte of the subject or of one object, with the user's edits and without lifted objects. The matte is
 * computed at the first use and updated by each edit. `current` returns the complete matte. `live` returns a matte for
 * the screen, which contains strokes immediately, and edge settings once workers have computed them. When all tiles are
 * computed, `live` has the bytes of `current`. Edits don't change a held version.
 */
export class MatteVersions {
  private readonly assets: AssetStore
  private readonly onUpdate: () => void
  private readonly startWorkers: () => EdgeWorkers
  private base: MatteAsset | null = null
  private edited: TiledMatte | null = null
  private latest: MatteVersion | null = null
  private readonly held = new Set<MatteVersion>()
  /** Revisions of the lifted objects' mattes since the last cut. */
  private cutRevisions: Revision[] = []
  private workers: EdgeWorkers | null = null
  private pass: Pass | null = null

  /** `onUpdate`: called when workers have computed more tiles. */
  constructor(assets: AssetStore, onUpdate = () => {}, startWorkers = startEdgeWorkers) {
    this.assets = assets
    this.onUpdate = onUpdate
    this.startWorkers = startWorkers
    assets.onFreed((id) => {
      if (id === this.base?.id) this.reset()
    })
    assets.onRevised((revision) => {
      const isOf = (matte: MatteAsset) => matte === revision.before
      const isCut = this.latest?.cuts.some(({ matte }) => isOf(matte))
      if (isCut || this.cutRevisions.some(({ after }) => isOf(after))) this.cutRevisions.push(revision)
    })
  }

  /**
   * Returns the completely computed matte. Returns null if the photo's pixels are missing and the matte has edits or
   * cuts.
   */
  current(source: MatteSource): MatteAsset | null {
    const { edited, matte } = this.resolve(source)
    if (!edited) return matte
    const latest = this.versionOf(source)
    if (edited.isDone && latest) return latest.asset
    return this.publish(source, () => [...this.applyCuts(edited, source), ...edited.apply(source.edits)])
  }

  /** Returns the matte with the tiles computed so far, and starts computing the rest, visible tiles first. */
  live(source: MatteSource, view: ViewState): MatteState {
    const { edited, matte } = this.resolve(source)
    if (!edited) {
      this.stopWorkers()
      return { matte, isDone: true }
    }
    this.applyStrokes(edited, source)
    const { pass } = this
    // A pass of visible tiles completes even with outdated settings. Otherwise the image wouldn't change while a slider
    // moves.
    if (pass && (this.isObsolete(pass) || (pass.settings !== edited.settings && !pass.isVisibleOnly))) this.pass = null
    if (!this.pass) this.startNextPass(edited, view)
    const { isDone } = edited
    if (isDone && !view.isDraft) this.stopWorkers()
    return { matte: this.applyStrokes(edited, source), isDone }
  }

  /** Resolves when the running pass is over. Null if no pass is running. */
  get pending(): Promise<void> | null {
    return this.pass && !this.isObsolete(this.pass) ? this.pass.finished : null
  }

  /** Prevents changes to a matte's bytes until the returned function is called. */
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

  /**
   * Returns `matte` if nothing must be computed: for a matte without edits and lifted objects, or for a held version.
   * Otherwise returns `edited`, the matte to update. If the photo's pixels are missing, both are null.
   */
  private resolve({ base, photo, edits, cuts }: MatteSource): { edited: TiledMatte | null; matte: MatteAsset | null } {
    if (hasNoMaskEdits(edits) && cuts.length === 0) return { edited: null, matte: base }
    if (!photo) return { edited: null, matte: null }
    if (this.base !== base) {
      this.reset()
      this.base = base
      this.edited = new TiledMatte(base, createTileReader(photo.bitmap, new TileGrid(base, TILE_SIDE)))
    }
    const kept = [...this.held].find((held) => held.edits === edits && areSameCuts(held.cuts, cuts))
    return kept ? { edited: null, matte: kept.asset } : { edited: this.edited, matte: null }
  }

  /** Returns the matte with all strokes. Tiles may still have earlier edge settings. */
  private applyStrokes(edited: TiledMatte, source: MatteSource): MatteAsset {
    const latest = this.versionOf(source)
    if (latest) return latest.asset
    return this.publish(source, () => [...this.applyCuts(edited, source), ...edited.applyStrokes(source.edits)])
  }

  /** Returns the latest version if it has these edits and cuts, otherwise null. */
  private versionOf({ edits, cuts }: MatteSource): MatteVersion | null {
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

  private startNextPass(edited: TiledMatte, { region, isDraft }: ViewState): void {
    const visibleTiles = edited.pendingTiles(region)
    if (visibleTiles.length > 0) this.computeTiles(edited, visibleTiles, true)
    const others = isDraft || this.pass ? [] : edited.pendingTiles(null)
    if (others.length > 0) this.computeTiles(edited, others, false)
  }

  private computeTiles(edited: TiledMatte, tiles: readonly number[], isVisibleOnly: boolean): void {
    if (tiles.length <= MAX_TILES_ON_PAGE) {
      if (this.latest) this.publish(this.latest, () => edited.adjustTiles(tiles))
      return
    }
    if (!this.workers?.size) this.workers = this.startWorkers()
    const { settings, strokeRevision } = edited
    const pass: Pass = { settings, strokeRevision, isVisibleOnly, finished: Promise.resolve() }
    this.pass = pass
    pass.finished = this.runPass(pass, edited, tiles, this.workers)
  }

  /** Computes tiles in workers, and publishes them unless the pass has become obsolete. */
  private async runPass(pass: Pass, edited: TiledMatte, tiles: readonly number[], workers: EdgeWorkers): Promise<void> {
    const { settings } = pass
    const remainingTiles = tiles.values()
    const results: [tile: number, bytes: Uint8Array | number][] = []
    const work = async () => {
      for (const tile of remainingTiles) {
        if (this.isObsolete(pass)) return
        const task = edited.taskOfTile(tile, settings)
        const bytes =
          typeof task === 'number'
            ? task
            : await workers.call('adjustTile', [task], { transfer: [task.coverage.buffer] })
        results.push([tile, bytes])
      }
    }
    let write = () => results.flatMap(([tile, bytes]) => edited.writeTile(tile, bytes, settings))
    try {
      await Promise.all(Array.from({ length: Math.max(1, workers.size) }, work))
    } catch (cause) {
      write = () => edited.adjustTiles() // this is slower than workers but gives identical bytes
      if (!this.isObsolete(pass)) console.error('the mask workers failed; the page computes the mask itself', cause)
    }
    if (this.isObsolete(pass) || !this.latest) return
    this.pass = null
    this.publish(this.latest, write)
    this.onUpdate()
  }

  /** Returns true when another pass has replaced this pass, or later strokes have changed the input of its tiles. */
  private isObsolete(pass: Pass): boolean {
    return this.pass !== pass || this.edited?.strokeRevision !== pass.strokeRevision
  }

  private stopWorkers(): void {
    this.pass = null
    this.workers?.dispose()
    this.workers = null
  }

  private reset(): void {
    this.stopWorkers()
    for (const { asset } of new Set([...this.held, this.latest].filter((version) => version !== null)))
      this.assets.drop(asset)
    this.held.clear()
    this.cutRevisions = []
    this.latest = null
    this.base = null
    this.edited = null
  }
}
