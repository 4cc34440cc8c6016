/**
 * Texture windows are parts of photos and mattes on the GPU. Windows are created on demand for a region and a scale,
 * and freed together with the asset. A small image is loaded completely. A large image is uploaded only in parts, so a
 * photo may exceed the maximum texture size. For a preview, the image is downsampled by area averaging to exactly the
 * displayed size. An image for blurring is averaged in linear light, because the blur also works in linear light.
 */
import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import { stopAll } from '#client/kit/async/listeners.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, intersection } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { AssetStore, Revision } from '#client/model/assets/store.ts'
import { createTarget, maxTextureSide } from '#shaders/lib/pass.ts'
import type { AveragingMode } from '#shaders/photo/downsample.ts'
import type { PixelWindow } from '#shaders/photo/window.ts'
import { type DownsampledPart, Downsampler, formatOf, type PixelAsset, uploadPart } from './Downsampler.ts'
import {
  type CachedWindow,
  isMipDensity,
  sourceMipFor,
  WindowCache,
  type WindowKey,
  windowPartOf,
} from './WindowCache.ts'

/** A texture window in use. Lease the next window before you release this one, because both may share a texture. */
export interface WindowLease extends PixelWindow {
  release(): void
}

export interface WindowOptions {
  /** If true, texels are averaged in linear light, as a blur requires. */
  isForBlur?: boolean
  /** Color space of the texture window's values. By default sRGB. Mattes ignore this value. */
  colorSpace?: ColorSpace | undefined
}

/** Maximum total size of unleased texture windows, texels. */
const IDLE_TEXELS = 16 << 20

const byRenderer = new WeakMap<WebGLRenderer, { assets: AssetStore; windows: Windows }>()

/**
 * Returns the texture windows of a renderer and an asset store. All callers share them. A call with another store
 * destroys the windows of the former store. Leased textures are destroyed when they are released.
 */
export function windowsOf(renderer: WebGLRenderer, assets: AssetStore): Windows {
  const known = byRenderer.get(renderer)
  if (known?.assets === assets) return known.windows
  known?.windows.destroy()
  const windows = new Windows(renderer, assets)
  byRenderer.set(renderer, { assets, windows })
  return windows
}

/** The texture windows of one renderer. Windows are created on demand and shared by all painters of the renderer. */
export class Windows {
  readonly #renderer: WebGLRenderer
  readonly #cache = new WindowCache(IDLE_TEXELS)
  readonly #downsampler: Downsampler
  readonly #stop: () => void

  constructor(renderer: WebGLRenderer, assets: AssetStore) {
    this.#renderer = renderer
    this.#downsampler = new Downsampler(renderer)
    // A lost context destroys all textures. Scenes are rebuilt after the loss and lease new texture windows.
    const loss = { contextChange: () => this.#cache.freeAll() }
    renderer.runners.contextChange.add(loss)
    this.#stop = stopAll([
      assets.onFreed((id) => this.#cache.freeAsset(id)),
      assets.onRevised((revision) => this.#revise(revision)),
      () => renderer.runners.contextChange.remove(loss),
    ])
  }

  /**
   * Leases a texture window that contains `region` (document px) at `scale` (output px per document px). Reads beyond
   * the image's edge return the values at the edge.
   * @throws if the asset was freed, or if the region exceeds the maximum texture size
   */
  lease(
    asset: PixelAsset,
    region: Rect,
    scale: number,
    { isForBlur = false, colorSpace = 'srgb' }: WindowOptions = {},
  ): WindowLease {
    const density = Math.min(1, scale)
    const space = asset.kind === 'matte' ? 'srgb' : colorSpace // mattes have no color space
    const window = this.#load(asset, region, { density, mean: meanOf(asset, density, isForBlur), space })
    return {
      source: window.texture.source,
      texel: 1 / density,
      origin: { x: window.rect.x, y: window.rect.y },
      content: window.asset,
      release: this.#cache.use(window),
    }
  }

  /** Returns the numbers of texture windows and of their texels, for leak tests. */
  memory(): { windows: number; texels: number } {
    return this.#cache.memory()
  }

  /** Frees all texture windows. Leased textures are destroyed when they are released. */
  destroy(): void {
    this.#stop()
    this.#cache.freeAll()
    this.#downsampler.destroy()
  }

  /**
   * Returns a cached or new texture window that contains `region` (document px).
   * @throws if the asset was freed, or if the region exceeds the maximum texture size
   */
  #load(asset: PixelAsset, region: Rect, { density, mean, space }: Omit<DownsampledPart, 'rect'>): CachedWindow {
    // For a freed bitmap, WebGL uploads nothing and reports no error. Without this check, black windows would be
    // cached.
    if (isFreed(asset)) throw new Error(`the bitmap of ${asset.id} was freed`)
    const part = windowPartOf(asset, region, density, this.#maxSide)
    if (!part) throw new Error(`${region.width} × ${region.height} px at ${density} exceed the GPU's ${this.#maxSide}`)
    const key = { asset: asset.id, density, mean, space }
    return this.#cache.find(key, part.needed) ?? this.#create(asset, key, part.loaded)
  }

  /**
   * Updates only the changed rectangles of texture windows, fine levels first, because coarse levels are computed from
   * them. Frees idle windows between mip levels: a finer window that they need could exceed the limit and free them.
   */
  #revise({ before, after, parts }: Revision): void {
    for (const window of this.#cache.windowsOf(before.id)) {
      if (window.isFreed) continue // `#fill` below may have added a window that replaces this one
      window.asset = after.id
      const { texture, density, mean, space, rect, users } = window
      if (!isMipDensity(density)) {
        if (users === 0) this.#cache.free(window)
        else this.#fill(texture, after, window)
        continue
      }
      for (const part of parts) {
        const changed = intersection(rect, coveringRect(part, density))
        if (!changed) continue
        const corner = { x: changed.x - rect.x, y: changed.y - rect.y }
        this.#fill(texture, after, { density, mean, space, rect: changed }, corner)
      }
    }
  }

  get #maxSide(): number {
    return maxTextureSide(this.#renderer)
  }

  /**
   * Creates a texture window. Reuses an idle texture of the same size, as all strips of an export have the same size.
   */
  #create(asset: PixelAsset, key: WindowKey, rect: Rect): CachedWindow {
    const texture = this.#cache.takeIdleTexture(key, rect) ?? createTarget(rect.width, rect.height, formatOf(asset))
    this.#fill(texture, asset, { ...key, rect })
    const photo = asset.kind === 'patched' ? asset.photo.id : null
    return this.#cache.add({ ...key, photo, rect, texture })
  }

  /**
   * Writes a part's texels at `corner` of the texture. For a density between two mip levels, `part` is always the whole
   * texture.
   */
  #fill(texture: RenderTexture, asset: PixelAsset, part: DownsampledPart, corner: Point = { x: 0, y: 0 }) {
    const { density, space, rect } = part
    const stored = storedDensity(asset)
    if (density === stored) uploadPart(this.#renderer, texture.source, corner, asset, rect, space)
    else if (stored === 1 && isMipDensity(density)) this.#downsampler.fromPicture(texture, asset, part, corner)
    else this.#downsampler.fromWindow(texture, asset, part, this.#finerWindow(asset, part))
  }

  /** Returns a texture window of a finer mip level. `part` is downsampled from this window. */
  #finerWindow(asset: PixelAsset, { density, mean, space, rect }: DownsampledPart): CachedWindow {
    const [x, y] = [rect.x / density, rect.y / density]
    const region = { x, y, width: rect.width / density, height: rect.height / density }
    const stored = storedDensity(asset)
    const level = stored < 1 ? stored : sourceMipFor(asset, region, density, this.#maxSide)
    return this.#load(asset, region, { density: level, mean: meanOf(asset, level, mean === 'LINEAR'), space })
  }
}

/** Returns the density of the decoded pixels, in texels per document px. */
const storedDensity = (asset: PixelAsset): number =>
  asset.kind !== 'matte' && (asset.kind === 'patched' ? asset.photo : asset).isHalved ? 0.5 : 1

/** Returns true when the asset's bitmap is closed. A closed bitmap has size 0 (HTML standard, ImageBitmap). */
function isFreed(asset: PixelAsset): boolean {
  if (asset.kind === 'matte') return false
  return (asset.kind === 'patched' ? asset.photo : asset).bitmap.width === 0
}

/** Returns a texture window's averaging mode. At full size, no texels are averaged, so the mode is always ENCODED. */
const meanOf = ({ kind }: PixelAsset, density: number, isForBlur: boolean): AveragingMode =>
  kind === 'matte' ? 'COVERAGE' : isForBlur && density < 1 ? 'LINEAR' : 'ENCODED'
