/**
 * The asset store: pixels by name. The document says which asset, this store holds it, and nothing else frees it.
 * Bitmaps are straight alpha, sRGB-encoded, EXIF orientation baked in.
 */
import type { Rect, Size } from '../../kit/base/geometry.ts'
import { type AssetId, newId } from '../../kit/base/ids.ts'
import { createListeners } from '../../kit/base/listeners.ts'

export interface Coverage extends Size {
  /** One byte per pixel, row-major, 0 = background, 255 = subject. */
  coverage: Uint8Array<ArrayBuffer>
}

/** What the same pixels can be made of again. */
export interface BitmapSource {
  /** The file that was decoded. */
  blob: Blob
  /** What was cut out of it, of the bitmap's size; null = it is whole. */
  cut: Coverage | null
}

export interface BitmapAsset extends Size {
  kind: 'bitmap'
  id: AssetId
  bitmap: ImageBitmap
  hasAlpha: boolean
  /** SHA-256 of the file it was decoded from, hex: names cached results. */
  sha256: string
  /** Absent = its pixels were made on the way, and a project that names them cannot be kept. */
  source?: BitmapSource
}

export interface MatteAsset extends Coverage {
  kind: 'matte'
  id: AssetId
}

export type Asset = BitmapAsset | MatteAsset

/** Bytes that stand in place of a photo's own. */
export interface Patch {
  rect: Rect
  /** Straight; in a mean over several pixels each counts as much as its last byte says. */
  rgba: Uint8Array<ArrayBuffer>
}

/** A photo that is painted otherwise in some places; gone with it. */
export interface PatchedPhoto extends Size {
  kind: 'patched'
  id: AssetId
  photo: BitmapAsset
  patches: readonly Patch[]
}

type Fresh<A extends Asset> = Omit<A, 'id'>

export interface AssetStore {
  put(asset: Fresh<BitmapAsset> | Fresh<MatteAsset>): AssetId
  /**
   * Put assets back under the ids they had; the store owns their bitmaps from then on. An asset that the store has with
   * the same content stays, since painters and exports may be using it. One with other content is freed and replaced.
   */
  restore(assets: readonly Asset[]): void
  /** Those of its assets that are named. */
  named(names: ReadonlySet<string>): Asset[]
  bitmap(id: AssetId): BitmapAsset | null
  matte(id: AssetId): MatteAsset | null
  /** Free every asset not named in `reachable` (document and history). Listeners drop what they derived from it. */
  collect(reachable: ReadonlySet<string>): void
  onFreed(listener: (id: AssetId) => void): () => void
  /**
   * A matte that no document names, since it is worked out from one: whoever makes it lets go of it by `drop`. With
   * `before`, which is gone then, it is the same but for `parts`: what was derived from that can be brought in line.
   */
  derive(matte: Fresh<MatteAsset>, from?: { before: MatteAsset; parts: readonly Rect[] }): MatteAsset
  drop(derived: MatteAsset): void
  onRevised(listener: (revision: Revision) => void): () => void
  /** For the tests on leaks. */
  memory(): { assets: number }
  destroy(): void
}

export interface Revision {
  before: MatteAsset
  after: MatteAsset
  /** Where they may differ, px. */
  parts: readonly Rect[]
}

export function createAssetStore(): AssetStore {
  const assets = new Map<AssetId, Asset>()
  const freed = createListeners<[id: AssetId]>()
  const revised = createListeners<[revision: Revision]>()

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
    named: (names) => [...assets.values()].filter(({ id }) => names.has(id)),
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
      if (from) revised.tell({ ...from, after })
      return after
    },
    drop: ({ id }) => freed.tell(id),
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

/** Every string in plain JSON: a superset of the asset ids that a snapshot names, so nothing in use is freed. */
export function namesIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) namesIn(item, into)
  return into
}
