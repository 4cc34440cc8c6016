/** The windows that one renderer keeps, in use or idle. Knows their rectangles and textures, not how pixels get there. */
import type { RenderTexture } from 'pixi.js'
import type { AveragingMode } from '#shaders/photo/averaging.ts'
import type { ColorSpace } from '../../kit/base/color-space/colorSpace.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { contains } from '../../kit/base/rect.ts'

/** A window: a texture with a part of a picture at one density. */
export interface CachedWindow {
  asset: AssetId
  /** Id of the photo of a patched photo; null for other pictures. */
  photo: AssetId | null
  /** Texels per document px, at most 1. */
  density: number
  mean: AveragingMode
  /** Colour space of the texels. */
  space: ColorSpace
  /** Texels of the whole picture at this density. */
  rect: Rect
  texture: RenderTexture
  /** Number of leases. */
  users: number
  /** Logical time of the last use: greater = later. */
  usedAt: number
  isFreed: boolean
}

/**
 * What all windows of one picture at one density have in common. A window is a texture with a rectangular part of the
 * picture; `mean` says in which light its texels are averaged, `space` their colour space. Keys are equal when all four
 * values are.
 */
export type WindowKey = Pick<CachedWindow, 'asset' | 'density' | 'mean' | 'space'>

/**
 * The windows that one renderer keeps, in use or idle. It knows their rectangles and textures; `Downsampler` fills
 * them.
 */
export class WindowCache {
  readonly #windows = new Set<CachedWindow>()
  readonly #maxIdleTexels: number
  #clock = 0

  /** `maxIdleTexels`: maximum size of all windows without a lease together, texels. */
  constructor(maxIdleTexels: number) {
    this.#maxIdleTexels = maxIdleTexels
  }

  /** Returns the window that contains `needed` (texels); null = none is cached. */
  find(key: WindowKey, needed: Rect): CachedWindow | null {
    return this.#matching(key).find(({ rect }) => contains(rect, needed)) ?? null
  }

  /** Removes an idle window of the size of `rect` and returns its texture, to be overwritten; null = there is none. */
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
   * Counts one user of the window until the returned function is called (more calls do nothing). Idle windows beyond
   * the limit are then freed, the least recently used first; the last used one stays however large it is.
   */
  use(window: CachedWindow): () => void {
    window.users += 1
    window.usedAt = ++this.#clock
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      window.users -= 1
      if (!window.isFreed) this.#evict()
      else if (window.users === 0) window.texture.destroy(true)
    }
  }

  /** Returns the windows of an asset, the finest first. */
  windowsOf(asset: AssetId): CachedWindow[] {
    return [...this.#windows].filter((window) => window.asset === asset).sort((a, b) => b.density - a.density)
  }

  /** Frees the windows of an asset, and those of patched photos that are made from it. */
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

  /** Removes a window from the cache. Its texture lives until the last lease is released. */
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
