/**
 * Windows: the pixels of photos and mattes on the GPU, made on demand for a region and a scale, shared by all who
 * paint with one renderer, freed with the asset. A picture whose level is small lies there whole; of a large one
 * only the part in use, uploaded straight from the decoded bitmap, so neither 48 MP nor a 4096 px limit is an edge.
 */
import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import { createTarget } from '#shaders/lib/pass.ts'
import { ReducePass } from '#shaders/photo/reduce.ts'
import type { PixelWindow } from '#shaders/photo/window.ts'
import type { Rect } from '../base/geometry.ts'
import type { AssetId } from '../base/ids.ts'
import type { Asset, AssetStore } from './store.ts'
import { uploadPart } from './upload.ts'
import { bandsOf, contains, partOf } from './windowParts.ts'

/** A window in use. Take the next one before releasing the last, so that what both cover stays. */
export interface WindowLease extends PixelWindow {
  release(): void
}

export interface Windows {
  /** `region` in document px; reads beyond the picture's edge repeat its border. `scale` = output px per document px. */
  lease(asset: Asset, region: Rect, scale: number): WindowLease
  /** For the tests on leaks. */
  memory(): { windows: number; texels: number }
}

/** What may stay without being in use, texels. */
const IDLE_TEXELS = 8 << 20

interface Held {
  asset: AssetId
  level: number
  /** Texels of the level. */
  rect: Rect
  texture: RenderTexture
  users: number
  usedAt: number
  isFreed: boolean
}

const byRenderer = new WeakMap<WebGLRenderer, { assets: AssetStore; windows: ReturnType<typeof createWindows> }>()

/** The windows of a renderer over a store: one set, whoever asks. */
export function windowsOf(renderer: WebGLRenderer, assets: AssetStore): Windows {
  const known = byRenderer.get(renderer)
  if (known?.assets === assets) return known.windows
  known?.windows.destroy()
  const windows = createWindows(renderer, assets)
  byRenderer.set(renderer, { assets, windows })
  return windows
}

function createWindows(renderer: WebGLRenderer, assets: AssetStore): Windows & { destroy(): void } {
  const held = new Set<Held>()
  const reducers = { bitmap: new ReducePass(false), matte: new ReducePass(true) }
  let clock = 0

  const stopListening = assets.onFreed((id) => {
    for (const window of [...held]) if (window.asset === id) free(window)
  })
  // A lost context takes the pixels with it. Scenes are rebuilt from the document then, and ask anew.
  const loss = { contextChange: freeAll }
  renderer.runners.contextChange.add(loss)

  function freeAll() {
    for (const window of [...held]) free(window)
  }

  /** Nobody gets it any more; whoever still paints with it keeps its texture until the release. */
  function free(window: Held) {
    held.delete(window)
    window.isFreed = true
    if (window.users === 0) window.texture.destroy(true)
  }

  /** An idle texture of the same size is painted over rather than thrown away: strips of an export are all alike. */
  function make(asset: Asset, level: number, rect: Rect): Held {
    const spare = [...held].find(
      ({ users, asset: id, level: of, texture: { source } }) =>
        users === 0 &&
        id === asset.id &&
        of === level &&
        source.pixelWidth === rect.width &&
        source.pixelHeight === rect.height,
    )
    if (spare) held.delete(spare)
    const texture =
      spare?.texture ?? createTarget(rect.width, rect.height, asset.kind === 'matte' ? 'r8unorm' : 'rgba8unorm')
    if (level === 0) uploadPart(renderer, texture.source, { x: 0, y: 0 }, asset, rect)
    else reduceInto(texture, asset, level, rect)
    const window = { asset: asset.id, level, rect, texture, users: 0, usedAt: clock, isFreed: false }
    held.add(window)
    return window
  }

  function reduceInto(target: RenderTexture, asset: Asset, level: number, rect: Rect) {
    const factor = 2 ** level
    const bands = bandsOf(rect, factor, asset)
    const widest = { width: Math.max(...bands.map((b) => b.width)), height: Math.max(...bands.map((b) => b.height)) }
    const band = createTarget(widest.width, widest.height, asset.kind === 'matte' ? 'r8unorm' : 'rgba8unorm')
    for (const from of bands) {
      uploadPart(renderer, band.source, { x: 0, y: 0 }, asset, from)
      const at = { x: from.x / factor - rect.x, y: from.y / factor - rect.y }
      reducers[asset.kind].draw(renderer, target, at, { band: band.source, ...from, factor })
    }
    band.destroy(true)
  }

  function evict() {
    const idle = [...held].filter(({ users }) => users === 0).sort((a, b) => b.usedAt - a.usedAt)
    let texels = 0
    for (const window of idle) {
      texels += window.rect.width * window.rect.height
      if (texels > IDLE_TEXELS) free(window)
    }
  }

  return {
    lease(asset, region, scale) {
      const { level, ask, take } = partOf(asset, region, scale, renderer.gl.getParameter(renderer.gl.MAX_TEXTURE_SIZE))
      const window =
        [...held].find(({ asset: id, level: of, rect }) => id === asset.id && of === level && contains(rect, ask)) ??
        make(asset, level, take)
      window.users += 1
      window.usedAt = ++clock
      let isReleased = false
      return {
        source: window.texture.source,
        texel: 2 ** level,
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
      stopListening()
      renderer.runners.contextChange.remove(loss)
      freeAll()
      for (const reducer of Object.values(reducers)) reducer.destroy()
    },
  }
}
