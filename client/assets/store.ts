/**
 * The asset store: pixels by name. The document says which asset, this store holds it, and nothing else frees it.
 * Bitmaps are straight alpha, sRGB-encoded, EXIF orientation baked in.
 */
import type { Size } from '../base/geometry.ts'
import { type AssetId, newId } from '../base/ids.ts'
import { createListeners } from '../base/listeners.ts'

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
  /** Free every asset not named in `reachable` (document and history). Listeners drop what they derived from it. */
  collect(reachable: ReadonlySet<string>): void
  onFreed(listener: (id: AssetId) => void): () => void
  /** For the tests on leaks. */
  memory(): { assets: number }
  destroy(): void
}

export function createAssetStore(): AssetStore {
  const assets = new Map<AssetId, Asset>()
  const freed = createListeners<[id: AssetId]>()

  function free(asset: Asset) {
    assets.delete(asset.id)
    freed.tell(asset.id)
    if (asset.kind === 'bitmap') asset.bitmap.close()
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
    collect(reachable) {
      for (const asset of [...assets.values()]) if (!reachable.has(asset.id)) free(asset)
    },
    onFreed: freed.subscribe,
    memory: () => ({ assets: assets.size }),
    destroy() {
      for (const asset of [...assets.values()]) free(asset)
      freed.clear()
    },
  }
}

/** Every string in plain JSON: a superset of the asset ids that a snapshot names, so nothing in use is freed. */
export function namesIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) namesIn(item, into)
  return into
}
