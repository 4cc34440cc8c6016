import { createQueue } from '#client/kit/async/scheduling.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import {
  type AssetStore,
  type BitmapAsset,
  type MatteAsset,
  type PatchedPhoto,
  patchedPhoto,
  perStore,
} from '#client/model/assets/store.ts'
import { estimateEdgeColors } from './estimateEdgeColors.ts'

/**
 * Two patched photos with the photo's size and color space. These photos differ from the original only in tiles along
 * the matte's edge, where `foreground` has the subject's estimated colors and `background` the background's. Both are
 * freed with the photo. The record is immutable. For new colors, the cache replaces the record.
 */
export interface EdgeColors {
  foreground: BitmapAsset | PatchedPhoto
  background: BitmapAsset | PatchedPhoto
  /**
   * True when the colors were estimated before the matte's latest edits. Outdated colors are good enough during a
   * gesture.
   */
  isOutdated: boolean
}

/** Minimum number of entries: the current matte, and the matte that an undo restores. */
const MIN_ENTRIES = 2

/** Returns the cache of estimated edge colors of an asset store, shared by everything that paints from the store. */
export const edgeColorCacheOf = perStore((assets) => new EdgeColorCache(assets))

interface Entry {
  photo: AssetId
  matte: AssetId
  colors: EdgeColors | null
  pending: Promise<EdgeColors> | null
}

/**
 * A cache of estimated edge colors by photo and matte. The cache contains the most recently used entries, as many as
 * `makeRoom` permits.
 */
class EdgeColorCache {
  readonly #assets: AssetStore
  readonly #entries = new LruMap<string, Entry>()
  #capacity = MIN_ENTRIES
  readonly #inOrder = createQueue()

  constructor(assets: AssetStore) {
    this.#assets = assets
    const entries = this.#entries
    assets.onFreed((id) => {
      for (const [key, { photo, matte }] of entries) if (photo === id || matte === id) entries.delete(key)
    })
    assets.onRevised(({ before, after }) => {
      for (const { photo, matte, colors } of [...entries.values()]) {
        if (matte !== before.id) continue
        entries.delete(keyOf(photo, matte))
        const outdated = colors && { ...colors, isOutdated: true }
        entries.set(keyOf(photo, after.id), { photo, matte: after.id, colors: outdated, pending: null })
      }
    })
  }

  /**
   * Returns the edge colors, or null before the first estimate. After an edit of the matte, the colors may be outdated
   * (`isOutdated`).
   */
  get(photo: BitmapAsset, matte: MatteAsset): EdgeColors | null {
    return this.#entries.get(keyOf(photo.id, matte.id))?.colors ?? null
  }

  /**
   * Estimates the edge colors. Never rejects. If the estimation fails, the foreground and the background colors are
   * those of the photo.
   */
  estimate(photo: BitmapAsset, matte: MatteAsset): Promise<EdgeColors> {
    const key = keyOf(photo.id, matte.id)
    const entry = this.#entries.get(key)
    if (entry?.pending) return entry.pending
    const isEvicted = () => this.#entries.get(key) !== fresh
    const fresh: Entry = { photo: photo.id, matte: matte.id, colors: entry?.colors ?? null, pending: null }
    const pending = this.#inOrder(() => (isEvicted() ? photoColors(photo) : this.#compute(photo, matte)))
    void pending.then((colors) => {
      fresh.colors = colors
    })
    fresh.pending = pending
    this.#entries.set(key, fresh)
    this.#entries.trim(this.#capacity)
    return pending
  }

  /** Sets the capacity: the number of mattes in one document, plus one. */
  makeRoom(mattes: number): void {
    this.#capacity = Math.max(MIN_ENTRIES, mattes + 1)
  }

  async #compute(photo: BitmapAsset, matte: MatteAsset): Promise<EdgeColors> {
    try {
      const { foreground, background } = await estimateEdgeColors(photo, matte)
      if (foreground.length === 0) return photoColors(photo)
      return {
        foreground: patchedPhoto(photo, foreground),
        background: patchedPhoto(photo, background),
        isOutdated: false,
      }
    } catch (cause) {
      if (this.#assets.bitmap(photo.id)) console.error('the colors of the edges could not be found', cause)
      return photoColors(photo)
    }
  }
}

const photoColors = (photo: BitmapAsset): EdgeColors => ({ foreground: photo, background: photo, isOutdated: false })
const keyOf = (photo: AssetId, matte: AssetId) => `${photo} ${matte}`
