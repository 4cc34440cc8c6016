import type { RenderTexture } from 'pixi.js'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { AssetId } from '#client/kit/base/ids.ts'
import { once } from '#client/kit/base/lease.ts'
import { contains } from '#client/kit/base/rect.ts'
import type { AveragingMode } from '#shaders/photo/downsample.ts'

/** A window is a texture with a part of an image at one density. */
export interface CachedWindow {
  asset: AssetId
  /** Id of the original of a patched photo; null for other images. */
  photo: AssetId | null
  /** Texels per document px, at most 1. */
  density: number
  mean: AveragingMode
  space: ColorSpace
  /** Rectangle in texels of the whole image at this density. */
  rect: Rect
  texture: RenderTexture
  /** Number of leases. */
  users: number
  /** Logical time of the last use; greater = later. */
  usedAt: number
  isFreed: boolean
}

/**
 * Key of a window's image, density, averaging (`mean`) and colour space. Keys are equal when all four values are equal.
 */
export type WindowKey = Pick<CachedWindow, 'asset' | 'density' | 'mean' | 'space'>

/** Cache of one renderer's windows, in use or idle. `Downsampler` fills their textures. */
export class WindowCache {
  readonly #windows = new Set<CachedWindow>()
  readonly #maxIdleTexels: number
  #clock = 0

  /** `maxIdleTexels`: maximum total size of all unleased windows. */
  constructor(maxIdleTexels: number) {
    this.#maxIdleTexels = maxIdleTexels
  }

  /** Returns a window that contains the rectangle `needed` (texels), or null. */
  find(key: WindowKey, needed: Rect): CachedWindow | null {
    return this.#matching(key).find(({ rect }) => contains(rect, needed)) ?? null
  }

  /** Removes an idle window with the size of `rect` and returns its texture for reuse, or null. */
  takeIdleTexture(key: WindowKey, { width, height }: Rect): RenderTexture | null {
    const idle = this.#matching(key).find(
      ({ users, texture: { source } }) => users === 0 && source.pixelWidth === width && source.pixelHeight === height,
    )
    if (!idle) return null
    this.#windows.delete(idle)
    return idle.texture
  }

  add(window: Omit<CachedWindow, 'users' | 'usedAt' | 'isFreed'>): CachedWindow {
    const added = { ...window, users: 0, usedAt: ++this.#clock, isFreed: false }
    this.#windows.add(added)
    return added
  }

  /**
   * Adds a lease, which the returned function ends. Repeated calls of that function do nothing. Then frees the least
   * recently used idle windows beyond the limit, but never the last used window.
   */
  use(window: CachedWindow): () => void {
    window.users += 1
    window.usedAt = ++this.#clock
    return once(() => {
      window.users -= 1
      if (!window.isFreed) this.#evict()
      else if (window.users === 0) window.texture.destroy(true)
    })
  }

  /** Returns the windows of an asset, finest first. */
  windowsOf(asset: AssetId): CachedWindow[] {
    return [...this.#windows].filter((window) => window.asset === asset).sort((a, b) => b.density - a.density)
  }

  /** Frees the windows of an asset and of patched photos made from it. */
  freeAsset(id: AssetId): void {
    for (const window of [...this.#windows]) if (window.asset === id || window.photo === id) this.#free(window)
  }

  freeAll(): void {
    for (const window of [...this.#windows]) this.#free(window)
  }

  memory(): { windows: number; texels: number } {
    return { windows: this.#windows.size, texels: [...this.#windows].reduce((sum, { rect }) => sum + areaOf(rect), 0) }
  }

  #matching(key: WindowKey): CachedWindow[] {
    const names = ['asset', 'density', 'mean', 'space'] as const
    return [...this.#windows].filter((one) => names.every((name) => one[name] === key[name]))
  }

  /** Removes a window from the cache. Its texture is destroyed after the last lease ends. */
  #free(window: CachedWindow) {
    this.#windows.delete(window)
    window.isFreed = true
    if (window.users === 0) window.texture.destroy(true)
  }

  #evict() {
    const idle = [...this.#windows].filter(({ users }) => users === 0).sort((a, b) => b.usedAt - a.usedAt)
    let texels = 0
    for (const window of idle) {
      texels += areaOf(window.rect)
      if (texels > this.#maxIdleTexels && window !== idle[0]) this.#free(window)
    }
  }
}

const areaOf = ({ width, height }: Rect) => width * height
