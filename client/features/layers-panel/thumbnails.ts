import { createListeners } from '#client/kit/async/listeners.ts'
import { createLatestTask, untilFree } from '#client/kit/async/scheduling.ts'
import { sameItems } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { kindOf } from '#client/layers/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'

export interface ThumbnailDeps {
  /**
   * Resolves with straight (not premultiplied) sRGB pixels. Resolves with null for an invisible layer, and after an
   * abort.
   */
  paint(doc: DocumentSnapshot, layer: LayerId, signal: AbortSignal): Promise<ImageData | null>
  whenIdle(run: () => void): void
  /** Returns true during a gesture. No thumbnails are painted meanwhile. */
  isBusy(): boolean
}

/** The values that determine a thumbnail, compared by identity. */
type Key = readonly unknown[]

/**
 * Paints the thumbnails of the listed layers one by one in idle periods. A thumbnail is repainted only if a change
 * affects its pixels. Until then, the previous thumbnail is shown.
 */
export class Thumbnails {
  private readonly deps: ThumbnailDeps
  private readonly painted = new Map<LayerId, { key: Key; picture: ImageData | null }>()
  private readonly listeners = createListeners()
  /** bound, because React's `useSyncExternalStore` calls it without `this` */
  readonly subscribe = this.listeners.subscribe
  private readonly latest = createLatestTask()
  readonly pause = this.latest.cancel

  constructor(deps: ThumbnailDeps) {
    this.deps = deps
  }

  /** Returns the layer's thumbnail, or null if the layer is invisible or not painted yet. */
  of(layer: LayerId): ImageData | null {
    return this.painted.get(layer)?.picture ?? null
  }

  /**
   * Paints the thumbnails that have changed. `rows`: the layers in the order of painting. Deletes the thumbnails of all
   * other layers.
   */
  update(doc: DocumentSnapshot, rows: readonly LayerId[]): void {
    const kept = new Set(rows)
    for (const id of this.painted.keys()) if (!kept.has(id)) this.painted.delete(id)
    void this.latest.run((signal) => this.paintChanged(doc, rows, signal))
  }

  private async paintChanged(doc: DocumentSnapshot, rows: readonly LayerId[], signal: AbortSignal): Promise<void> {
    for (const id of rows) {
      const key = keyOf(doc, id)
      if (sameItems(this.painted.get(id)?.key, key)) continue
      await untilFree(this.deps.whenIdle, this.deps.isBusy, signal)
      if (signal.aborted) return
      const picture = await this.deps.paint(doc, id, signal).catch((error: unknown) => {
        if (!signal.aborted) console.error(`the thumbnail of layer ${id} failed`, error)
        return null // without a thumbnail, the row shows the icon of the layer's kind
      })
      if (signal.aborted) return
      this.painted.set(id, { key, picture })
      this.listeners.emit()
    }
  }
}

/** Thumbnails are painted on transparency, because a subject may be hard to see on its photo. */
const NO_BACKDROP: DocumentSnapshot['backdrop'] = { type: 'transparent' }

function keyOf(doc: DocumentSnapshot, id: LayerId): Key {
  const layer = doc.layers[id]
  const inputs = layer && kindOf(layer.kind).inputs?.({ ...doc, backdrop: NO_BACKDROP })
  return layer ? [layer, ...(inputs ?? [])] : []
}
