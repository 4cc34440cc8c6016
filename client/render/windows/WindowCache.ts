/**
 * The texture windows of one renderer, and the rectangle of an image that is loaded into each window. `density`: texels
 * per document px, at most 1.
 */
import type { RenderTexture } from 'pixi.js'
import { once } from '#client/kit/async/scheduling.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { AveragingMode } from '#shaders/photo/downsample.ts'
import { WINDOW_ALIGN } from '#shaders/photo/window.ts'

/** Maximum size of an image that is loaded completely, texels. The size is about one screen. */
const WHOLE_TEXELS = 4 << 20
/** Maximum size, in texels, of the mip level that a smaller image is computed from. */
const SOURCE_TEXELS = 16 << 20
/** Maximum number of source texels per axis that are averaged to one texel. */
const FINEST_SPAN = 8
/** Size of a photo's uploaded bands for downsampling, px. */
const BAND_PX = 1 << 20
/**
 * Margin of a texture window around the needed part, relative to each side. Short pans then don't need a new window.
 */
const MARGIN = 1 / 8
const COARSE_ALIGN = 64

/** Returns the size of the whole image in texels. The last row and column may be partial texels. */
export const texelSize = (size: Size, density: number): Size => ({
  width: Math.max(1, Math.ceil(size.width * density - 1e-6)),
  height: Math.max(1, Math.ceil(size.height * density - 1e-6)),
})

/**
 * The texels of an image for a texture window. `needed`: the texels that painting reads. `loaded`: the texels that a
 * new window contains.
 */
export interface WindowPart {
  needed: Rect
  loaded: Rect
}

/**
 * Returns the texels for painting `region` of an image of `size` (both document px). The returned rectangles are in
 * texels of `density` and clipped to the image. `needed` is the region plus two texels on each side for linear
 * filtering, and starts at a multiple of WINDOW_ALIGN. `loaded` is the whole image if the image is small. Otherwise it
 * is `needed` plus a margin of an eighth on each side, aligned to 64 texels. A margin that would exceed `maxSide`, the
 * maximum texture size, is omitted. Returns null if `needed` itself exceeds `maxSide`.
 */
export function windowPartOf(size: Size, region: Rect, density: number, maxSide: number): WindowPart | null {
  const whole = { x: 0, y: 0, ...texelSize(size, density) }
  const needed = clipEdges(whole, {
    left: roundDown(Math.floor(region.x * density) - 2, WINDOW_ALIGN),
    top: roundDown(Math.floor(region.y * density) - 2, WINDOW_ALIGN),
    right: Math.ceil((region.x + region.width) * density) + 2,
    bottom: Math.ceil((region.y + region.height) * density) + 2,
  })
  if (needed.width > maxSide || needed.height > maxSide) return null
  if (whole.width * whole.height <= WHOLE_TEXELS && Math.max(whole.width, whole.height) <= maxSide)
    return { needed, loaded: whole }
  const grow = { x: Math.ceil(needed.width * MARGIN), y: Math.ceil(needed.height * MARGIN) }
  const loaded = clipEdges(whole, {
    left: roundDown(needed.x - grow.x, COARSE_ALIGN),
    top: roundDown(needed.y - grow.y, COARSE_ALIGN),
    right: roundUp(needed.x + needed.width + grow.x, COARSE_ALIGN),
    bottom: roundUp(needed.y + needed.height + grow.y, COARSE_ALIGN),
  })
  return { needed, loaded: loaded.width > maxSide || loaded.height > maxSide ? needed : loaded }
}

/**
 * Returns `wanted`, or the largest smaller power of two at which the texels for painting `regionAt(density)` don't
 * exceed `maxSide`. Also applies the limit to the mip level that a density between two levels is downsampled from.
 * `size` and the region: document px.
 */
export function fittingDensity(
  size: Size,
  regionAt: (density: number) => Rect,
  wanted: number,
  maxSide: number,
): number {
  const fits = (density: number) => {
    const region = regionAt(density)
    const margin = MARGIN * Math.max(region.width, region.height) + (2 * COARSE_ALIGN) / density
    const level = Math.min(1, 2 ** Math.ceil(Math.log2(density)))
    return windowPartOf(size, level === density ? region : expandRect(region, margin), level, maxSide) !== null
  }
  let density = wanted
  while (!fits(density)) density = 2 ** (Math.ceil(Math.log2(density)) - 1)
  return density
}

/**
 * Returns true for powers of two. Levels at these densities are downsampled from the photo. All other densities are
 * downsampled from such a mip level.
 */
export const isMipDensity = (density: number): boolean => Number.isInteger(Math.log2(density))

/**
 * Returns the density (a power of two) of the mip level that is downsampled to an image at `density`. Picks the finest
 * level that is at most 8 times as fine and has at most SOURCE_TEXELS for `region`. If no level meets both limits,
 * picks the coarsest level that is at least as fine as `density`. Finer levels are more exact, because fewer of their
 * texels are split between two output texels. `size` and `region`: document px. `maxSide`: maximum texture size.
 */
export function sourceMipFor(size: Size, region: Rect, density: number, maxSide: number): number {
  const coarsest = Math.min(1, 2 ** Math.ceil(Math.log2(density)))
  for (let level = 1; level > coarsest; level /= 2) {
    if (level / density > FINEST_SPAN) continue
    const part = windowPartOf(size, region, level, maxSide)
    if (part && part.loaded.width * part.loaded.height <= SOURCE_TEXELS) return level
  }
  return coarsest
}

/**
 * Returns the bands of the photo (px) that determine `part` of the mip level 1 / `factor`. Bands contain whole
 * texels of this level and are clipped to the image.
 */
export function bandsOf(part: Rect, factor: number, size: Size): Rect[] {
  const columns = Math.max(1, Math.floor(Math.min(part.width, 4096 / factor)))
  const rows = Math.max(1, Math.floor(BAND_PX / (columns * factor * factor)))
  const bands: Rect[] = []
  for (let y = part.y; y < part.y + part.height; y += rows)
    for (let x = part.x; x < part.x + part.width; x += columns) {
      const right = Math.min(size.width, Math.min(x + columns, part.x + part.width) * factor)
      const bottom = Math.min(size.height, Math.min(y + rows, part.y + part.height) * factor)
      bands.push({ x: x * factor, y: y * factor, width: right - x * factor, height: bottom - y * factor })
    }
  return bands
}

const roundDown = (texels: number, step: number) => Math.floor(texels / step) * step
const roundUp = (texels: number, step: number) => Math.ceil(texels / step) * step

function clipEdges(whole: Rect, edges: { left: number; top: number; right: number; bottom: number }): Rect {
  const x = clamp(edges.left, 0, whole.width - 1)
  const y = clamp(edges.top, 0, whole.height - 1)
  return {
    x,
    y,
    width: Math.max(1, Math.min(whole.width, edges.right) - x),
    height: Math.max(1, Math.min(whole.height, edges.bottom) - y),
  }
}

/** A window is a texture with a part of an image at one density. */
export interface CachedWindow {
  asset: AssetId
  /** Asset id of the original photo of a patched photo. Null for other images. */
  photo: AssetId | null
  /** Texels per document px, at most 1. */
  density: number
  mean: AveragingMode
  space: ColorSpace
  /** Rectangle in texels of the whole image at this density. */
  rect: Rect
  texture: RenderTexture
  /** Number of leases of this texture window. */
  users: number
  isFreed: boolean
}

/**
 * Key of a texture window's image, density, averaging (`mean`) and color space. Keys are equal when all four values
 * are equal.
 */
export type WindowKey = Pick<CachedWindow, 'asset' | 'density' | 'mean' | 'space'>

/** Cache of one renderer's texture windows, leased or idle. `Downsampler` fills the windows' textures. */
export class WindowCache {
  /** All texture windows in the order of their last use, the least recently used window first. */
  readonly #windows = new Set<CachedWindow>()
  readonly #maxIdleTexels: number

  /** `maxIdleTexels`: maximum total size of all unleased texture windows. */
  constructor(maxIdleTexels: number) {
    this.#maxIdleTexels = maxIdleTexels
  }

  /** Returns a texture window that contains the rectangle `needed` (texels), or null. */
  find(key: WindowKey, needed: Rect): CachedWindow | null {
    return this.#matching(key).find(({ rect }) => contains(rect, needed)) ?? null
  }

  /**
   * Removes an idle texture window of the given size. Returns its texture for reuse, or null if there is no such
   * window.
   */
  takeIdleTexture(key: WindowKey, { width, height }: Rect): RenderTexture | null {
    const idle = this.#matching(key).find(
      ({ users, texture: { source } }) => users === 0 && source.pixelWidth === width && source.pixelHeight === height,
    )
    if (!idle) return null
    this.#windows.delete(idle)
    return idle.texture
  }

  /** Adds a texture window without a lease. Frees other idle texture windows beyond the limit. */
  add(window: Omit<CachedWindow, 'users' | 'isFreed'>): CachedWindow {
    const added = { ...window, users: 0, isFreed: false }
    this.#windows.add(added)
    this.#evict()
    return added
  }

  /**
   * Adds a lease and returns the function that ends this lease. Later calls of the function have no effect. The end of
   * a lease frees the least recently used idle texture windows beyond the limit, except the last used window.
   */
  use(window: CachedWindow): () => void {
    window.users += 1
    if (this.#windows.delete(window)) this.#windows.add(window)
    return once(() => {
      window.users -= 1
      if (!window.isFreed) this.#evict()
      else if (window.users === 0) window.texture.destroy(true)
    })
  }

  /** Returns the texture windows of an asset, finest first. */
  windowsOf(asset: AssetId): CachedWindow[] {
    return [...this.#windows].filter((window) => window.asset === asset).sort((a, b) => b.density - a.density)
  }

  /** Frees the texture windows of an asset and of patched photos made from it. */
  freeAsset(id: AssetId): void {
    for (const window of [...this.#windows]) if (window.asset === id || window.photo === id) this.free(window)
  }

  freeAll(): void {
    for (const window of [...this.#windows]) this.free(window)
  }

  memory(): { windows: number; texels: number } {
    return { windows: this.#windows.size, texels: [...this.#windows].reduce((sum, { rect }) => sum + areaOf(rect), 0) }
  }

  #matching(key: WindowKey): CachedWindow[] {
    const names = ['asset', 'density', 'mean', 'space'] as const
    return [...this.#windows].filter((one) => names.every((name) => one[name] === key[name]))
  }

  /** Removes a texture window from the cache. The window's texture is destroyed when the last lease ends. */
  free(window: CachedWindow): void {
    this.#windows.delete(window)
    window.isFreed = true
    if (window.users === 0) window.texture.destroy(true)
  }

  #evict() {
    const idle = [...this.#windows].filter(({ users }) => users === 0).toReversed()
    let texels = 0
    for (const window of idle) {
      texels += areaOf(window.rect)
      if (texels > this.#maxIdleTexels && window !== idle[0]) this.free(window)
    }
  }
}

const areaOf = ({ width, height }: Rect) => width * height
