/**
 * The asset store: pixels by name. The document says which asset, this store holds it, and nothing else frees it.
 * Bitmaps are straight alpha, sRGB-encoded, EXIF orientation baked in.
 */
import type { Size } from '../base/geometry.ts'
import { type AssetId, newId } from '../base/ids.ts'

export interface BitmapAsset extends Size {
  kind: 'bitmap'
  id: AssetId
  bitmap: ImageBitmap
  hasAlpha: boolean
  /** SHA-256 of the file it was decoded from, hex: names cached results. */
  sha256: string
}

export interface MatteAsset extends Size {
  kind: 'matte'
  id: AssetId
  /** One byte per pixel, row-major, 0 = background, 255 = subject. */
  coverage: Uint8Array<ArrayBuffer>
}

export type Asset = BitmapAsset | MatteAsset

type Fresh<A extends Asset> = Omit<A, 'id'>

export interface AssetStore {
  put(asset: Fresh<BitmapAsset> | Fresh<MatteAsset>): AssetId
  bitmap(id: AssetId): BitmapAsset | null
  matte(id: AssetId): MatteAsset | null
  /** An object URL for a blob, revoked with the store; for thumbnails and downloads. */
  objectUrl(blob: Blob): { url: string; release(): void }
  /** Free every asset not named in `reachable` (document and history). Listeners drop what they derived from it. */
  collect(reachable: ReadonlySet<string>): void
  onFreed(listener: (id: AssetId) => void): () => void
  /** Counts for the tests on leaks. */
  memory(): { assets: number; objectUrls: number }
  destroy(): void
}

export function createAssetStore(): AssetStore {
  const assets = new Map<AssetId, Asset>()
  const urls = new Set<string>()
  const listeners = new Set<(id: AssetId) => void>()

  function free(asset: Asset) {
    assets.delete(asset.id)
    for (const listener of listeners) listener(asset.id)
    if (asset.kind === 'bitmap') asset.bitmap.close()
  }

  function release(url: string) {
    if (urls.delete(url)) URL.revokeObjectURL(url)
  }

  return {
    put(fresh) {
      const id = newId<AssetId>()
      assets.set(id, { ...fresh, id })
      return id
    },
    bitmap(id) {
      const asset = assets.get(id)
      return asset?.kind === 'bitmap' ? asset : null
    },
    matte(id) {
      const asset = assets.get(id)
      return asset?.kind === 'matte' ? asset : null
    },
    objectUrl(blob) {
      const url = URL.createObjectURL(blob)
      urls.add(url)
      return { url, release: () => release(url) }
    },
    collect(reachable) {
      for (const asset of [...assets.values()]) if (!reachable.has(asset.id)) free(asset)
    },
    onFreed(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    memory: () => ({ assets: assets.size, objectUrls: urls.size }),
    destroy() {
      for (const asset of [...assets.values()]) free(asset)
      for (const url of [...urls]) release(url)
      listeners.clear()
    },
  }
}

/** Every string in plain JSON: a superset of the asset ids that a snapshot names, so nothing in use is freed. */
export function namesIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) namesIn(item, into)
  return into
}
