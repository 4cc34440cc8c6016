/**
 * Asset store: pixels by id. Documents refer to assets by id. Only the store frees assets. Bitmaps have straight alpha
 * and the color space of `colorSpaceOf`, and their EXIF orientation is applied.
 */

import { createListeners } from '#client/kit/async/listeners.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import { type AssetId, newId } from '#client/kit/values/ids.ts'

export interface Coverage extends Size {
  /** Coverage of each pixel, one byte, row-major: 0 = background, 255 = subject. */
  coverage: Uint8Array<ArrayBuffer>
}

/** The file that a bitmap can be decoded from again. */
export interface BitmapSource {
  blob: Blob
  /** The matte that was applied to the decoded file. It is as large as the bitmap. Null if no matte was applied. */
  cut: Coverage | null
}

/** A decoded image with straight alpha, the color space of `colorSpaceOf`, and EXIF orientation applied. */
export interface BitmapAsset extends Size {
  kind: 'bitmap'
  id: AssetId
  bitmap: ImageBitmap
  hasAlpha: boolean
  /**
   * If true, the bitmap is a gain map with half the size of its image, rounded up. The values are enlarged without
   * interpolation.
   */
  isHalved?: true
  /** SHA-256 of the decoded file, hex. It is the key of cached results. */
  sha256: string
  /**
   * The file of the pixels. If absent, the pixels don't come from a file, and a project with this bitmap cannot be
   * saved.
   */
  source?: BitmapSource
}

export interface MatteAsset extends Coverage {
  kind: 'matte'
  id: AssetId
}

export type Asset = BitmapAsset | MatteAsset

/** Pixels that replace the pixels of a photo within a rectangle. */
export interface Patch {
  rect: Rect
  /** RGB in the photo's color space. The fourth byte is the pixel's weight in an average, not its opacity. */
  rgba: Uint8Array<ArrayBuffer>
}

/** A photo with replaced rectangles. The store frees the patched photo together with the photo. */
export interface PatchedPhoto extends Size {
  kind: 'patched'
  id: AssetId
  photo: BitmapAsset
  patches: readonly Patch[]
}

/** Returns a photo with patches. `size`: size of the result, by default the photo's size. */
export const patchedPhoto = (
  photo: BitmapAsset,
  patches: readonly Patch[],
  { width, height }: Size = photo,
): PatchedPhoto => ({ kind: 'patched', id: newId<AssetId>(), width, height, photo, patches })

type NewAsset<A extends Asset> = Omit<A, 'id'>

export interface Revision {
  before: MatteAsset
  after: MatteAsset
  /** Rectangles whose pixels may differ from the photo's, px. */
  parts: readonly Rect[]
}

export class AssetStore {
  readonly #assets = new Map<AssetId, Asset>()
  readonly #freed = createListeners<[id: AssetId]>()
  readonly #revised = createListeners<[revision: Revision]>()
  /**
   * Calls `listener` whenever an asset is freed or a derived matte is dropped. Returns a function that removes the
   * listener.
   */
  readonly onFreed = this.#freed.subscribe
  /** Calls `listener` whenever a derived matte replaces another matte. Returns a function that removes the listener. */
  readonly onRevised = this.#revised.subscribe

  /** Stores an asset, takes ownership of its bitmap, and returns the new id. */
  put(fresh: NewAsset<BitmapAsset> | NewAsset<MatteAsset>): AssetId {
    const id = newId<AssetId>()
    this.#assets.set(id, { ...fresh, id })
    return id
  }

  /**
   * Restores assets under their former ids and takes ownership of their bitmaps. Doesn't replace a stored asset with
   * the same id and content, because painters and exports may use it. Frees and replaces a stored asset with other
   * content.
   */
  restore(restored: readonly Asset[]): void {
    for (const asset of restored) {
      const held = this.#assets.get(asset.id)
      if (held && isSameContent(held, asset)) {
        if (asset.kind === 'bitmap' && asset !== held) asset.bitmap.close()
        continue
      }
      if (held) this.#free(held)
      this.#assets.set(asset.id, asset)
    }
  }

  /** Returns the stored assets with ids in `names`. Ignores unknown ids. */
  withIds(names: ReadonlySet<string>): Asset[] {
    return [...this.#assets.values()].filter(({ id }) => names.has(id))
  }

  /** Returns the bitmap, or null for an unknown id or an asset of another kind. */
  bitmap(id: AssetId): BitmapAsset | null {
    const asset = this.#assets.get(id)
    return asset?.kind === 'bitmap' ? asset : null
  }

  /** Returns the matte, or null for an unknown id or an asset of another kind. */
  matte(id: AssetId): MatteAsset | null {
    const asset = this.#assets.get(id)
    return asset?.kind === 'matte' ? asset : null
  }

  /** Frees all assets whose ids are not in `reachable`. Calls the listeners of `onFreed`, which free derived data. */
  collect(reachable: ReadonlySet<string>): void {
    for (const asset of [...this.#assets.values()]) if (!reachable.has(asset.id)) this.#free(asset)
  }

  /**
   * Registers a computed matte that isn't part of a document. The caller frees the matte with `drop`. `from`: states
   * that the matte differs from `before` only in `parts` (px). Listeners then update only these parts of their derived
   * data.
   */
  derive(matte: NewAsset<MatteAsset>, from?: { before: MatteAsset; parts: readonly Rect[] }): MatteAsset {
    const after: MatteAsset = { ...matte, id: newId<AssetId>() }
    if (from) this.#revised.emit({ ...from, after })
    return after
  }

  /**
   * Calls the listeners of `onFreed` for an unused asset that is not in the store. The listeners free its derived data.
   */
  drop({ id }: Asset): void {
    this.#freed.emit(id)
  }

  /** Returns the number of stored assets, for leak tests. */
  memory(): { assets: number } {
    return { assets: this.#assets.size }
  }

  destroy(): void {
    for (const asset of [...this.#assets.values()]) this.#free(asset)
    this.#freed.clear()
    this.#revised.clear()
  }

  #free(asset: Asset): void {
    this.#assets.delete(asset.id)
    this.#freed.emit(asset.id)
    if (asset.kind === 'bitmap') asset.bitmap.close()
  }
}

function isSameContent(a: Asset, b: Asset): boolean {
  if (a === b) return true
  if (a.kind === 'matte' && b.kind === 'matte') return isSameCoverage(a, b)
  if (a.kind !== 'bitmap' || b.kind !== 'bitmap' || a.sha256 !== b.sha256 || !isSameSize(a, b)) return false
  const [cut, other] = [a.source?.cut ?? null, b.source?.cut ?? null]
  return cut === null || other === null ? cut === other : isSameCoverage(cut, other)
}

const isSameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height

function isSameCoverage(a: Coverage, b: Coverage): boolean {
  if (!isSameSize(a, b)) return false
  for (let i = 0; i < a.coverage.length; i++) if (a.coverage[i] !== b.coverage[i]) return false
  return true
}

/** Adds every string of a JSON value to `into` and returns `into`. In a document, these include all asset ids. */
export function stringsIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) stringsIn(item, into)
  return into
}

/**
 * Returns a function that calls `create` once per asset store and then always returns the same value. The value is
 * freed together with the store.
 */
export const perStore = <T>(create: (assets: AssetStore) => T): ((assets: AssetStore) => T) => memoOn(create)
