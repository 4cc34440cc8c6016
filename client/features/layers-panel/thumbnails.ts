import { proxy, ref } from 'valtio/vanilla'
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
  /** Returns true during a gesture, when thumbnails aren't painted. */
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
  /** The thumbnails by layer id. Null if the layer shows nothing, undefined if its thumbnail isn't painted yet. */
  readonly pictures = proxy<Record<LayerId, ImageData | null>>({})
  private readonly keys = new Map<LayerId, Key>()
  private readonly latest = createLatestTask()
  readonly pause = this.latest.cancel

  constructor(deps: ThumbnailDeps) {
    this.deps = deps
  }

  /**
   * Paints the thumbnails that have changed. `rows`: the layers in the order of painting. Deletes the thumbnails of all
   * other layers.
   */
  update(doc: DocumentSnapshot, rows: readonly LayerId[]): void {
    const kept = new Set(rows)
    for (const id of this.keys.keys()) {
      if (kept.has(id)) continue
      this.keys.delete(id)
      delete this.pictures[id]
    }
    void this.latest.run((signal) => this.paintChanged(doc, rows, signal))
  }

  private async paintChanged(doc: DocumentSnapshot, rows: readonly LayerId[], signal: AbortSignal): Promise<void> {
    for (const id of rows) {
      const key = keyOf(doc, id)
      if (sameItems(this.keys.get(id), key)) continue
      await untilFree(this.deps.whenIdle, this.deps.isBusy, signal)
      if (signal.aborted) return
      const picture = await this.deps.paint(doc, id, signal).catch((error: unknown) => {
        if (!signal.aborted) console.error(`the thumbnail of layer ${id} failed`, error)
        return null // without a thumbnail, the row shows the icon of the layer's kind
      })
      if (signal.aborted) return
      this.keys.set(id, key)
      this.pictures[id] = picture && isVisible(picture) ? ref(picture) : null
    }
  }
}

/** Alpha below which a pixel of a thumbnail can't be seen, such as an edge that remains of an erased subject. */
const MIN_ALPHA = 16

/** Returns false for the thumbnail of a layer that shows nothing, such as a subject whose parts are all erased. */
const isVisible = ({ data }: ImageData) => data.some((value, i) => i % 4 === 3 && value >= MIN_ALPHA)

/** Thumbnails are painted on transparency, because a subject may be hard to see on its photo. */
const NO_BACKDROP: DocumentSnapshot['backdrop'] = { type: 'transparent' }

function keyOf(doc: DocumentSnapshot, id: LayerId): Key {
  const layer = doc.layers[id]
  const inputs = layer && kindOf(layer.kind).inputs?.({ ...doc, backdrop: NO_BACKDROP })
  return layer ? [layer, ...(inputs ?? [])] : []
}
