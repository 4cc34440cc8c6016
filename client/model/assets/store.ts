/**
 * The asset store contains pixels by id. Documents reference assets by id. Only the store frees assets. Bitmaps have
 * straight alpha, are in the color space that `colorSpaceOf` returns, and their EXIF orientation is applied.
 */

import { createListeners } from '#client/kit/async/listeners.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import { type AssetId, newId } from '#client/kit/values/ids.ts'

export interface Coverage extends Size {
  /** Coverage per pixel, one byte, row-major: 0 = background, 255 = subject. */
  coverage: Uint8Array<ArrayBuffer>
}

/** A bitmap's file, which can be decoded again. */
export interface BitmapSource {
  blob: Blob
  /** The matte that was applied to the decoded file, at the bitmap's size. Null if none was applied. */
  cut: Coverage | null
}

/** A decoded image with straight alpha, in the color space that `colorSpaceOf` returns. EXIF orientation is applied. */
export interface BitmapAsset extends Size {
  kind: 'bitmap'
  id: AssetId
  bitmap: ImageBitmap
  hasAlpha: boolean
  /**
   * If true, the bitmap is a gain map with half the size of its image, rounded up. Its values are enlarged without
   * interpolation.
   */
  isHalved?: true
  /** SHA-256 of the decoded file, hexadecimal. It is the key for cached results. */
  sha256: string
  /**
   * The file that contains the pixels. If absent, the pixels don't come from a file, and a project with this bitmap
   * can't be saved.
   */
  source?: BitmapSource
}

export interface MatteAsset extends Coverage {
  kind: 'matte'
  id: AssetId
}

export type Asset = BitmapAsset | MatteAsset

/** Pixels that replace a rectangle of a photo. */
export interface Patch {
  rect: Rect
  /** RGB in the photo's color space. The fourth byte is the pixel's weight in an average, not its opacity. */
  rgba: Uint8Array<ArrayBuffer>
  /** How much each pixel differs from the photo, 0 = it doesn't. If absent, all pixels may differ. */
  opacity?: Uint8Array<ArrayBuffer>
}

/** A photo with replaced rectangles. The store frees it together with the photo. */
export interface PatchedPhoto extends Size {
  kind: 'patched'
  id: AssetId
  photo: BitmapAsset
  patches: readonly Patch[]
}

/** Returns a photo with patches. `size`: size of the result. By default the photo's size. */
export const patchedPhoto = (
  photo: BitmapAsset,
  patches: readonly Patch[],
  { width, height }: Size = photo,
): PatchedPhoto => ({ kind: 'patched', id: newId<AssetId>(), width, height, photo, patches })

/** Bytes per pixel in memory. */
const BYTES: Readonly<Record<Asset['kind'], number>> = { bitmap: 4, matte: 1 }

type NewAsset<A extends Asset> = Omit<A, 'id'>

export interface Revision {
  before: MatteAsset
  after: MatteAsset
  /** Rectangles (px) where the pixels may differ from the photo's pixels. */
  parts: readonly Rect[]
}

export class AssetStore {
  readonly #assets = new Map<AssetId, Asset>()
  readonly #freed = createListeners<[id: AssetId]>()
  readonly #revised = createListeners<[revision: Revision]>()
  /** Subscribes to freed assets and dropped derived mattes. Returns a function that unsubscribes. */
  readonly onFreed = this.#freed.subscribe
  /** Subscribes to derived mattes that replace another matte. Returns a function that unsubscribes. */
  readonly onRevised = this.#revised.subscribe

  /** Stores an asset, takes ownership of its bitmap, and returns its new id. */
  put(fresh: NewAsset<BitmapAsset> | NewAsset<MatteAsset>): AssetId {
    const id = newId<AssetId>()
    this.#assets.set(id, { ...fresh, id })
    return id
  }

  /**
   * Stores assets under their former ids and takes ownership of their bitmaps. A stored asset with the same id and
   * content isn't replaced, because painters and exports may be using it. A stored asset with other content is freed
   * and replaced.
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

  /** Returns the size of the decoded pixels of the stored assets with ids in `names`, in bytes. Ignores unknown ids. */
  bytesOf(names: ReadonlySet<string>): number {
    return this.withIds(names).reduce((sum, asset) => sum + asset.width * asset.height * BYTES[asset.kind], 0)
  }

  /** Returns the bitmap. Null if the id is unknown or the asset is of a different kind. */
  bitmap(id: AssetId): BitmapAsset | null {
    const asset = this.#assets.get(id)
    return asset?.kind === 'bitmap' ? asset : null
  }

  /** Returns the matte. Null if the id is unknown or the asset is of a different kind. */
  matte(id: AssetId): MatteAsset | null {
    const asset = this.#assets.get(id)
    return asset?.kind === 'matte' ? asset : null
  }

  /** Frees all assets except those with ids in `reachable`. The listeners of `onFreed` then free derived data. */
  collect(reachable: ReadonlySet<string>): void {
    for (const asset of [...this.#assets.values()]) if (!reachable.has(asset.id)) this.#free(asset)
  }

  /**
   * Registers a computed matte that isn't part of a document. The caller must free it with `drop`. `from`: the matte
   * differs from `before` only in `parts` (px). Listeners then update their derived data only in these parts.
   */
  derive(matte: NewAsset<MatteAsset>, from?: { before: MatteAsset; parts: readonly Rect[] }): MatteAsset {
    const after: MatteAsset = { ...matte, id: newId<AssetId>() }
    if (from) this.#revised.emit({ ...from, after })
    return after
  }

  /**
   * Notifies the listeners of `onFreed` that an asset outside the store is no longer used, so that they free its
   * derived data.
   */
  drop({ id }: Asset): void {
    this.#freed.emit(id)
  }

  /** Returns the number of stored assets, for tests that detect leaks. */
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

/**
 * Adds all strings of a JSON value to `into` and returns `into`. For a document, these strings include all asset ids.
 * `visited`: records that are skipped. The visited records are added to it.
 */
export function stringsIn(value: unknown, into: Set<string> = new Set(), visited?: Set<object>): Set<string> {
  if (typeof value === 'string') into.add(value)
  if (typeof value !== 'object' || value === null || visited?.has(value)) return into
  visited?.add(value)
  for (const item of Object.values(value)) stringsIn(item, into, visited)
  return into
}

/**
 * Returns a function that returns one value per asset store, which `create` creates at the first call. The value is
 * garbage-collected together with the store.
 */
export const perStore = <T>(create: (assets: AssetStore) => T): ((assets: AssetStore) => T) => memoOn(create)
