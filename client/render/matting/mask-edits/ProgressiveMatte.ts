import type { Rect } from '#client/kit/base/geometry.ts'
import { createListeners } from '#client/kit/base/listeners.ts'
import type { AssetStore, MatteAsset } from '#client/model/assets/store.ts'
import { type BackgroundPass, type EdgeWorkers, startBackgroundPass, startEdgeWorkers } from './backgroundPass.ts'
import type { MatteSource, MatteVersions } from './MatteVersions.ts'
import type { TiledMatte } from './TiledMatte.ts'

/** Current view of the preview, whose tiles are computed first. */
export interface ViewState {
  /** photo px */
  region: Rect
  /** A gesture is running, so only the visible tiles are computed. */
  isDraft: boolean
}

/** a matte with its computed tiles */
export interface MatteState {
  matte: MatteAsset | null
  /** false while some tiles have earlier settings */
  isDone: boolean
}

/** Maximum number of tiles computed on the page's thread. */
const MAX_TILES_ON_PAGE = 4

/**
 * Matte for the screen while the user edits the mask. Strokes show at once, edge settings when workers have computed
 * them. The final matte equals that of `matteOf` byte for byte.
 */
export class ProgressiveMatte {
  private readonly versions: MatteVersions
  private readonly startWorkers: () => EdgeWorkers
  private workers: EdgeWorkers | null = null
  /** the matte for which the workers were started */
  private edited: TiledMatte | null = null
  private pass: BackgroundPass | null = null
  /** true if the pass computes only visible tiles */
  private isVisibleOnly = false
  private readonly updates = createListeners()

  constructor(assets: AssetStore, versions: MatteVersions, startWorkers = startEdgeWorkers) {
    this.versions = versions
    this.startWorkers = startWorkers
    assets.onFreed(() => {
      if (this.edited && !versions.isCurrent(this.edited)) this.stopWorkers()
    })
  }

  /** Returns the matte with the tiles computed so far, and starts computing the rest, visible tiles first. */
  update(source: MatteSource, look: ViewState): MatteState {
    const { edited, matte } = this.versions.resolve(source)
    if (!edited) {
      this.stopWorkers()
      return { matte, isDone: true }
    }
    this.versions.applyStrokes(edited, source)
    if (this.pass && this.isOutdated(this.pass, edited)) this.abortPass()
    if (!this.pass) this.startNextPass(edited, look)
    const isDone = edited.isDone
    if (isDone && !look.isDraft) this.stopWorkers()
    return { matte: this.versions.applyStrokes(edited, source), isDone }
  }

  /** Calls the listener when more tiles are computed. Returns a function that removes the listener. */
  onUpdate(listener: () => void): () => void {
    return this.updates.subscribe(listener)
  }

  /** Resolves when the running pass has ended; null = none is running. */
  get pending(): Promise<void> | null {
    return this.pass && !this.pass.isObsolete ? this.pass.finished : null
  }

  /** A pass of visible tiles completes with its settings. Otherwise a slider in motion would show no change. */
  private isOutdated({ matte, settings, isObsolete }: BackgroundPass, now: TiledMatte): boolean {
    return matte !== now || isObsolete || (settings !== now.settings && !this.isVisibleOnly)
  }

  private startNextPass(edited: TiledMatte, { region, isDraft }: ViewState): void {
    const visibleTiles = edited.pendingTiles(region)
    if (visibleTiles.length > 0) this.startPass(edited, visibleTiles, true)
    const others = isDraft || this.pass ? [] : edited.pendingTiles(null)
    if (others.length > 0) this.startPass(edited, others, false)
  }

  private startPass(edited: TiledMatte, tiles: readonly number[], isVisibleOnly: boolean): void {
    if (tiles.length <= MAX_TILES_ON_PAGE) {
      this.versions.addTiles(edited, () => edited.adjustTiles(tiles))
      return
    }
    if (!this.workers?.size) this.workers = this.startWorkers()
    this.edited = edited
    this.isVisibleOnly = isVisibleOnly
    this.pass = startBackgroundPass(edited, tiles, this.workers, (write) => {
      this.pass = null
      this.versions.addTiles(edited, write)
      this.updates.emit()
    })
  }

  private abortPass(): void {
    this.pass?.abort()
    this.pass = null
  }

  /** Aborts the pass and frees the workers. */
  private stopWorkers(): void {
    this.abortPass()
    this.edited = null
    this.workers?.dispose()
    this.workers = null
  }
}
