/**
 * Windows: parts of photos and mattes on the GPU, created on demand for a region and a scale, shared by everything that
 * paints with one renderer, and freed with the asset. A small picture is loaded completely; of a large one only the
 * part in use, uploaded from the decoded bitmap, so that the texture limit does not limit the photo's size. For a
 * preview the picture is area-averaged to exactly the size at which it is shown. A picture that will be blurred is
 * averaged in linear light, as the blur itself computes in linear light.
 */
import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import { createTarget } from '#shaders/lib/pass.ts'
import { AreaDownsamplePass } from '#shaders/photo/area-downsample.ts'
import type { AveragingMode } from '#shaders/photo/averaging.ts'
import { BoxDownsamplePass } from '#shaders/photo/box-downsample.ts'
import type { PixelWindow } from '#shaders/photo/window.ts'
import type { Point, Rect } from '../../kit/base/geometry.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { contains, intersection } from '../../kit/base/rect.ts'
import type { Asset, AssetStore, PatchedPhoto, Revision } from './store.ts'
import { uploadPart } from './upload.ts'
import { bandsOf, coveringTexels, isMipDensity, partOf, sourceMipFor, texelSize } from './windowParts.ts'

type Picture = Asset | PatchedPhoto

/** A window in use. Lease the next one before you release this one: both may share the same texture. */
export interface WindowLease extends PixelWindow {
  release(): void
}

export interface Windows {
  /**
   * Leases a window that contains `region` (document px) at `scale` (output px per document px). Reads beyond the
   * picture's edge repeat the border. `isForBlur`: the window is averaged in linear light.
   * @throws for an asset that was freed, and where the region exceeds the maximum texture size.
   */
  lease(asset: Picture, region: Rect, scale: number, isForBlur?: boolean): WindowLease
  /** Counts for leak tests. */
  memory(): { windows: number; texels: number }
}

/** Maximum size of all cached windows that are not leased, texels. */
const IDLE_TEXELS = 16 << 20

interface CachedWindow {
  asset: AssetId
  /** Id of the photo of a patched photo; null for other pictures. */
  photo: AssetId | null
  /** Texels per document px, at most 1. */
  density: number
  mean: AveragingMode
  /** Texels of the whole picture at this density. */
  rect: Rect
  texture: RenderTexture
  users: number
  usedAt: number
  isFreed: boolean
}

const byRenderer = new WeakMap<WebGLRenderer, { assets: AssetStore; windows: ReturnType<typeof createWindows> }>()

/**
 * Returns the windows of a renderer and an asset store, which all callers share. A renderer has one store: a call
 * with another store destroys the former store's windows (textures in use, when their leases are released).
 */
export function windowsOf(renderer: WebGLRenderer, assets: AssetStore): Windows {
  const known = byRenderer.get(renderer)
  if (known?.assets === assets) return known.windows
  known?.windows.destroy()
  const windows = createWindows(renderer, assets)
  byRenderer.set(renderer, { assets, windows })
  return windows
}

function createWindows(renderer: WebGLRenderer, assets: AssetStore): Windows & { destroy(): void } {
  const held = new Set<CachedWindow>()
  const passes = <P>(create: (mean: AveragingMode) => P): Record<AveragingMode, P> => ({
    COVERAGE: create('COVERAGE'),
    ENCODED: create('ENCODED'),
    LINEAR: create('LINEAR'),
  })
  const boxDownsamplers = passes((mean) => new BoxDownsamplePass(mean))
  const areaDownsamplers = passes((mean) => new AreaDownsamplePass(mean))
  let clock = 0

  const stops = [
    assets.onFreed((id) => {
      for (const window of [...held]) if (window.asset === id || window.photo === id) free(window)
    }),
    assets.onRevised(revise),
  ]
  // A lost context loses all textures. Scenes are then rebuilt from the document and lease new windows.
  const loss = { contextChange: freeAll }
  renderer.runners.contextChange.add(loss)

  function freeAll() {
    for (const window of [...held]) free(window)
  }

  /** Removes a window from the cache. Its texture lives until the last lease is released. */
  function free(window: CachedWindow) {
    held.delete(window)
    window.isFreed = true
    if (window.users === 0) window.texture.destroy(true)
  }

  function find(asset: Picture, region: Rect, density: number, mean: AveragingMode): CachedWindow {
    // WebGL would upload nothing and report no exception: a black window would stay under this id.
    if (isFreed(asset)) throw new Error(`the bitmap of ${asset.id} was freed`)
    const maxSide: number = renderer.gl.getParameter(renderer.gl.MAX_TEXTURE_SIZE)
    const part = partOf(asset, region, density, maxSide)
    if (!part) throw new Error(`${region.width} × ${region.height} px at ${density} exceed the GPU's ${maxSide}`)
    const known = [...held].find(
      (window) =>
        window.asset === asset.id &&
        window.density === density &&
        window.mean === mean &&
        contains(window.rect, part.needed),
    )
    return known ?? create(asset, density, mean, part.loaded, maxSide)
  }

  /** Reuses an idle texture of the same size: the strips of an export all have the same size. */
  function create(asset: Picture, density: number, mean: AveragingMode, rect: Rect, maxSide: number): CachedWindow {
    const spare = [...held].find(
      (window) =>
        window.users === 0 &&
        window.asset === asset.id &&
        window.density === density &&
        window.mean === mean &&
        window.texture.source.pixelWidth === rect.width &&
        window.texture.source.pixelHeight === rect.height,
    )
    if (spare) held.delete(spare)
    const texture = spare?.texture ?? createTarget(rect.width, rect.height, formatOf(asset))
    if (density === 1) uploadPart(renderer, texture.source, { x: 0, y: 0 }, asset, rect)
    else if (isMipDensity(density)) boxDownsampleInto(texture, asset, 1 / density, mean, rect)
    else areaDownsampleInto(texture, asset, density, mean, rect, maxSide)
    const photo = asset.kind === 'patched' ? asset.photo.id : null
    const window = {
      asset: asset.id,
      photo,
      density,
      mean,
      rect,
      texture,
      users: 0,
      usedAt: ++clock,
      isFreed: false,
    }
    held.add(window)
    return window
  }

  /** Updates only the changed rectangles. Fine levels come first, since coarser ones are computed from them. */
  function revise({ before, after, parts }: Revision) {
    const own = [...held].filter(({ asset }) => asset === before.id).sort((a, b) => b.density - a.density)
    for (const window of own) {
      window.asset = after.id
      const { texture, density, mean, rect } = window
      if (!isMipDensity(density)) {
        const maxSide: number = renderer.gl.getParameter(renderer.gl.MAX_TEXTURE_SIZE)
        areaDownsampleInto(texture, after, density, mean, rect, maxSide)
        continue
      }
      for (const part of parts) {
        const changed = intersection(rect, coveringTexels(part, density))
        if (!changed) continue
        const at = { x: changed.x - rect.x, y: changed.y - rect.y }
        if (density === 1) uploadPart(renderer, texture.source, at, after, changed)
        else boxDownsampleInto(texture, after, 1 / density, mean, changed, at)
      }
    }
  }

  /** `at`: position of the part in the target. */
  function boxDownsampleInto(
    target: RenderTexture,
    asset: Picture,
    factor: number,
    mean: AveragingMode,
    rect: Rect,
    corner: Point = { x: 0, y: 0 },
  ) {
    const bands = bandsOf(rect, factor, asset)
    const widest = { width: Math.max(...bands.map((b) => b.width)), height: Math.max(...bands.map((b) => b.height)) }
    const band = createTarget(widest.width, widest.height, formatOf(asset))
    for (const from of bands) {
      uploadPart(renderer, band.source, { x: 0, y: 0 }, asset, from)
      const at = { x: from.x / factor - rect.x + corner.x, y: from.y / factor - rect.y + corner.y }
      boxDownsamplers[mean].draw(renderer, target, at, { band: band.source, ...from, factor })
    }
    band.destroy(true)
  }

  function areaDownsampleInto(
    target: RenderTexture,
    asset: Picture,
    density: number,
    mean: AveragingMode,
    rect: Rect,
    maxSide: number,
  ) {
    const region = {
      x: rect.x / density,
      y: rect.y / density,
      width: rect.width / density,
      height: rect.height / density,
    }
    const level = sourceMipFor(asset, region, density, maxSide)
    const { texture, rect: held } = find(asset, region, level, meanOf(asset, level, mean === 'LINEAR'))
    areaDownsamplers[mean].draw(renderer, target, {
      source: { source: texture.source, texel: 1 / level, origin: held },
      sourceSize: texelSize(asset, level),
      from: rect,
      span: level / density,
    })
  }

  function evict() {
    const idle = [...held].filter(({ users }) => users === 0).sort((a, b) => b.usedAt - a.usedAt)
    let texels = 0
    for (const window of idle) {
      texels += window.rect.width * window.rect.height
      if (texels > IDLE_TEXELS && window !== idle[0]) free(window)
    }
  }

  return {
    lease(asset, region, scale, isForBlur = false) {
      const density = Math.min(1, scale)
      const window = find(asset, region, density, meanOf(asset, density, isForBlur))
      window.users += 1
      window.usedAt = ++clock
      let isReleased = false
      return {
        source: window.texture.source,
        texel: 1 / density,
        origin: { x: window.rect.x, y: window.rect.y },
        release() {
          if (isReleased) return
          isReleased = true
          window.users -= 1
          if (!window.isFreed) evict()
          else if (window.users === 0) window.texture.destroy(true)
        },
      }
    },
    memory: () => ({
      windows: held.size,
      texels: [...held].reduce((sum, { rect }) => sum + rect.width * rect.height, 0),
    }),
    destroy() {
      for (const stop of stops) stop()
      renderer.runners.contextChange.remove(loss)
      freeAll()
      for (const pass of [...Object.values(boxDownsamplers), ...Object.values(areaDownsamplers)]) pass.destroy()
    },
  }
}

/** Returns true when the picture's bitmap is closed: a closed bitmap has no size (HTML, ImageBitmap). */
function isFreed(asset: Picture): boolean {
  if (asset.kind === 'matte') return false
  return (asset.kind === 'patched' ? asset.photo : asset).bitmap.width === 0
}

const formatOf = (asset: Picture) => (asset.kind === 'matte' ? 'r8unorm' : 'rgba8unorm')

/** Returns how texels are averaged. At full size nothing is averaged, so all callers share the ENCODED window. */
const meanOf = ({ kind }: Picture, density: number, isForBlur: boolean): AveragingMode =>
  kind === 'matte' ? 'COVERAGE' : isForBlur && density < 1 ? 'LINEAR' : 'ENCODED'
