import type { Rect } from '../../../kit/base/geometry.ts'
import { createListeners } from '../../../kit/base/listeners.ts'
import type { AssetStore, MatteAsset } from '../../../model/assets/store.ts'
import { type BackgroundPass, type EdgeWorkers, startBackgroundPass, startEdgeWorkers } from './backgroundPass.ts'
import type { EditedMatte } from './EditedMatte.ts'
import type { MatteSource, MatteVersions } from './MatteVersions.ts'

/** What the preview shows at present, so that its tiles are computed first. */
export interface ViewState {
  /** Photo px. */
  region: Rect
  /** A gesture is running: only the visible tiles are computed. */
  isDraft: boolean
}

/** A matte as far as it is computed. */
export interface MatteState {
  matte: MatteAsset | null
  /** False while some tiles show earlier settings. */
  isDone: boolean
}

/** Up to this many tiles are computed on the page's thread. */
const MAX_TILES_ON_PAGE = 4

/**
 * The matte for the screen while the user edits the mask: strokes show at once, edge settings as soon as workers have
 * computed them. The final matte equals that of `matteOf` byte for byte.
 */
export class ProgressiveMatte {
  private readonly versions: MatteVersions
  private readonly startWorkers: () => EdgeWorkers
  private workers: EdgeWorkers | null = null
  /** What the workers were started for. */
  private edited: EditedMatte | null = null
  private pass: BackgroundPass | null = null
  /** The pass computes the visible tiles. */
  private isVisibleOnly = false
  private readonly updates = createListeners()

  constructor(assets: AssetStore, versions: MatteVersions, startWorkers = startEdgeWorkers) {
    this.versions = versions
    this.startWorkers = startWorkers
    assets.onFreed(() => {
      if (this.edited && !versions.isCurrent(this.edited)) this.stopWorkers()
    })
  }

  /** Returns the matte as far as it is computed and starts to compute the rest, the tiles in view first. */
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

  /**
   * Calls the listener when more tiles are computed than `update` has returned. Returns a function that removes the
   * listener.
   */
  onUpdate(listener: () => void): () => void {
    return this.updates.subscribe(listener)
  }

  /** Resolves when the running pass has ended; null when none is running. */
  get pending(): Promise<void> | null {
    return this.pass && !this.pass.isObsolete ? this.pass.finished : null
  }

  /** A pass of visible tiles is completed with its settings: else a slider that keeps moving would show nothing. */
  private isOutdated({ matte, settings, isObsolete }: BackgroundPass, now: EditedMatte): boolean {
    return matte !== now || isObsolete || (settings !== now.settings && !this.isVisibleOnly)
  }

  private startNextPass(edited: EditedMatte, { region, isDraft }: ViewState): void {
    const visibleTiles = edited.pendingTiles(region)
    if (visibleTiles.length > 0) this.startPass(edited, visibleTiles, true)
    const others = isDraft || this.pass ? [] : edited.pendingTiles(null)
    if (others.length > 0) this.startPass(edited, others, false)
  }

  private startPass(edited: EditedMatte, tiles: readonly number[], isVisibleOnly: boolean): void {
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
