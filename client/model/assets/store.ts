/**
 * The asset store: pixels by id. The document names assets; this store owns their pixels, and only it frees them.
 * Bitmaps have straight alpha, are in the colour space that `colorSpaceOf` says, and have their EXIF orientation applied.
 */
import type { Rect, Size } from '../../kit/base/geometry.ts'
import { type AssetId, newId } from '../../kit/base/ids.ts'
import { createListeners } from '../../kit/base/listeners.ts'

/** A coverage mask. */
export interface Coverage extends Size {
  /** One byte per pixel, row-major, 0 = background, 255 = subject. */
  coverage: Uint8Array<ArrayBuffer>
}

/** The data from which a bitmap's pixels can be decoded again. */
export interface BitmapSource {
  /** The file that was decoded. */
  blob: Blob
  /** The matte that was applied to the decoded file, of the bitmap's size; null = none. */
  cut: Coverage | null
}

/** A decoded image: straight alpha, in the colour space that `colorSpaceOf` returns, EXIF orientation applied. */
export interface BitmapAsset extends Size {
  kind: 'bitmap'
  id: AssetId
  bitmap: ImageBitmap
  hasAlpha: boolean
  /** SHA-256 of the file that was decoded, in hex. It is the key of cached results. */
  sha256: string
  /** Absent = the pixels have no file, so a project that contains this bitmap cannot be saved. */
  source?: BitmapSource
}

/** A coverage mask of a photo. */
export interface MatteAsset extends Coverage {
  kind: 'matte'
  id: AssetId
}

/** Pixels in the asset store. */
export type Asset = BitmapAsset | MatteAsset

/** Pixels that replace those of a photo within a rectangle. */
export interface Patch {
  rect: Rect
  /** RGB as in the photo. The fourth byte is not opacity: it is the pixel's weight in an average. */
  rgba: Uint8Array<ArrayBuffer>
}

/** A photo with some rectangles replaced. It is freed with its photo. */
export interface PatchedPhoto extends Size {
  kind: 'patched'
  id: AssetId
  photo: BitmapAsset
  patches: readonly Patch[]
}

type NewAsset<A extends Asset> = Omit<A, 'id'>

/** Pixels by id. The store owns them, and only it frees them. */
export interface AssetStore {
  /** Stores the pixels, takes ownership of a bitmap, and returns the new id. */
  put(asset: NewAsset<BitmapAsset> | NewAsset<MatteAsset>): AssetId
  /**
   * Puts assets back under their earlier ids and takes ownership of their bitmaps. If the store has an asset with the
   * same id and content, that asset stays, because painters and exports may be using it. An asset with other content is
   * freed and replaced.
   */
  restore(assets: readonly Asset[]): void
  /** Returns the stored assets whose ids are in `names`; ids that the store does not know are ignored. */
  withIds(names: ReadonlySet<string>): Asset[]
  /** Returns the bitmap; null for another kind of asset or an unknown id. */
  bitmap(id: AssetId): BitmapAsset | null
  /** Returns the matte; null for another kind of asset or an unknown id. */
  matte(id: AssetId): MatteAsset | null
  /**
   * Frees all assets that `reachable` (document and history) does not name. Listeners free what they derived from them.
   */
  collect(reachable: ReadonlySet<string>): void
  /**
   * Calls `listener` whenever an asset was freed or a derived matte dropped. Returns a function that removes the
   * listener.
   */
  onFreed(listener: (id: AssetId) => void): () => void
  /**
   * Registers a matte that is computed and that no document names. Its creator frees it by `drop`. With `from`, the new
   * matte replaces `before` and differs from it only in `parts`, so that listeners can update what they derived from
   * it.
   */
  derive(matte: NewAsset<MatteAsset>, from?: { before: MatteAsset; parts: readonly Rect[] }): MatteAsset
  /** Ends the use of a derived matte: listeners of `onFreed` free what they made of it. */
  drop(derived: MatteAsset): void
  /** Calls `listener` whenever a derived matte replaces another one. Returns a function that removes the listener. */
  onRevised(listener: (revision: Revision) => void): () => void
  /** Counts for leak tests. */
  memory(): { assets: number }
  /** Frees all assets. */
  destroy(): void
}

/** A derived matte that replaces another one. */
export interface Revision {
  before: MatteAsset
  after: MatteAsset
  /** The rectangles in which they may differ, px. */
  parts: readonly Rect[]
}

/** Creates an empty store. */
export function createAssetStore(): AssetStore {
  const assets = new Map<AssetId, Asset>()
  const freed = createListeners<[id: AssetId]>()
  const revised = createListeners<[revision: Revision]>()

  function free(asset: Asset) {
    assets.delete(asset.id)
    freed.emit(asset.id)
    if (asset.kind === 'bitmap') asset.bitmap.close()
  }

  return {
    put(fresh) {
      const id = newId<AssetId>()
      assets.set(id, { ...fresh, id })
      return id
    },
    restore(restored) {
      for (const asset of restored) {
        const held = assets.get(asset.id)
        if (held && isSameContent(held, asset)) {
          if (asset.kind === 'bitmap' && asset !== held) asset.bitmap.close()
          continue
        }
        if (held) free(held)
        assets.set(asset.id, asset)
      }
    },
    withIds: (names) => [...assets.values()].filter(({ id }) => names.has(id)),
    bitmap(id) {
      const asset = assets.get(id)
      return asset?.kind === 'bitmap' ? asset : null
    },
    matte(id) {
      const asset = assets.get(id)
      return asset?.kind === 'matte' ? asset : null
    },
    collect(reachable) {
      for (const asset of [...assets.values()]) if (!reachable.has(asset.id)) free(asset)
    },
    onFreed: freed.subscribe,
    derive(matte, from) {
      const after: MatteAsset = { ...matte, id: newId<AssetId>() }
      if (from) revised.emit({ ...from, after })
      return after
    },
    drop: ({ id }) => freed.emit(id),
    onRevised: revised.subscribe,
    memory: () => ({ assets: assets.size }),
    destroy() {
      for (const asset of [...assets.values()]) free(asset)
      freed.clear()
      revised.clear()
    },
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
 * Adds every string in plain JSON to `into` and returns `into`. For a document this is a superset of its asset ids, so
 * that no asset in use is freed.
 */
export function stringsIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) stringsIn(item, into)
  return into
}

/**
 * Returns a function that creates one value per asset store at the first call, with `create`, and returns the same value
 * afterwards. The value lives as long as its store.
 */
export function perStore<T>(create: (assets: AssetStore) => T): (assets: AssetStore) => T {
  const instances = new WeakMap<AssetStore, T>()
  return (assets) => {
    const instance = instances.get(assets) ?? create(assets)
    instances.set(assets, instance)
    return instance
  }
}
