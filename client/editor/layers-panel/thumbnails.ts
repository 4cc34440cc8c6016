import type { LayerId } from '#client/kit/base/ids.ts'
import { createListeners } from '#client/kit/base/listeners.ts'
import { kindOf } from '#client/layers/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'

/** Dependencies of the thumbnails. */
export interface ThumbnailDeps {
  /** Resolves with straight sRGB pixels; null = an invisible layer, or aborted. */
  paint(doc: DocumentSnapshot, layer: LayerId, signal: AbortSignal): Promise<ImageData | null>
  /** Calls `run` in an idle period. Returns a function that cancels the call. */
  whenIdle(run: () => void): () => void
  /** Returns true while a gesture runs. Painting then pauses. */
  isBusy(): boolean
}

/** The values that determine a thumbnail, compared by identity. */
type Key = readonly unknown[]

interface Thumbnail {
  key: Key
  picture: ImageData | null
}

/**
 * The thumbnails of the layers in the list, painted one by one in idle periods. A thumbnail is painted again only after
 * a change that affects its pixels. Until then, the previous one stays.
 */
export class Thumbnails {
  private readonly deps: ThumbnailDeps
  private readonly painted = new Map<LayerId, Thumbnail>()
  private readonly listeners = createListeners()
  /** A bound function, as React's `useSyncExternalStore` requires. */
  readonly subscribe = this.listeners.subscribe
  private painting: AbortController | null = null
  private cancelWait: (() => void) | null = null

  constructor(deps: ThumbnailDeps) {
    this.deps = deps
  }

  /** Returns the layer's thumbnail; null = not painted yet, or an invisible layer. */
  of(layer: LayerId): ImageData | null {
    return this.painted.get(layer)?.picture ?? null
  }

  /**
   * Paints the changed thumbnails. `rows` are the layers in the order of painting. Thumbnails of other layers are
   * dropped.
   */
  update(doc: DocumentSnapshot, rows: readonly LayerId[]): void {
    this.pause()
    const kept = new Set(rows)
    for (const id of this.painted.keys()) if (!kept.has(id)) this.painted.delete(id)
    this.paintNext(doc, rows)
  }

  /** Stops painting until the next `update`. */
  pause(): void {
    this.cancelWait?.()
    this.cancelWait = null
    this.painting?.abort()
    this.painting = null
  }

  private paintNext(doc: DocumentSnapshot, rows: readonly LayerId[]): void {
    const next = rows.find((id) => !isSame(this.painted.get(id)?.key, keyOf(doc, id)))
    if (!next) return
    this.cancelWait = this.deps.whenIdle(() => {
      this.cancelWait = null
      if (!this.deps.isBusy()) void this.paint(doc, next, rows) // the gesture's end updates the list
    })
  }

  private async paint(doc: DocumentSnapshot, id: LayerId, rows: readonly LayerId[]): Promise<void> {
    const mine = new AbortController()
    this.painting = mine
    const picture = await this.deps.paint(doc, id, mine.signal).catch((error: unknown) => {
      if (!mine.signal.aborted) console.error(`the thumbnail of layer ${id} failed`, error)
      return null // the row shows the icon of its kind
    })
    if (mine.signal.aborted) return
    this.painting = null
    this.painted.set(id, { key: keyOf(doc, id), picture })
    this.listeners.emit()
    this.paintNext(doc, rows)
  }
}

/** Thumbnails have no backdrop, because the subject may be invisible over the photo. */
const NO_BACKDROP: DocumentSnapshot['backdrop'] = { type: 'transparent' }

function keyOf(doc: DocumentSnapshot, id: LayerId): Key {
  const layer = doc.layers[id]
  const inputs = layer && kindOf(layer.kind).inputs?.({ ...doc, backdrop: NO_BACKDROP })
  return layer ? [layer, ...(inputs ?? [])] : []
}

const isSame = (a: Key | undefined, b: Key) => a?.length === b.length && b.every((item, i) => item === a[i])
