/**
 * Windows: the pixels of photos and mattes on the GPU, made on demand for a region and a scale, shared by all who
 * paint with one renderer, freed with the asset. A small picture lies there whole; of a large one only the part in
 * use, uploaded straight from the decoded bitmap, so neither 48 MP nor a 4096 px limit is an edge. For a preview the
 * picture is made exactly as small as it is shown: each output px is the mean of what it covers, read once. What is
 * to be blurred is averaged as light instead, since a blur of the whole picture would have mixed light.
 */
import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import { createTarget } from '#shaders/lib/pass.ts'
import type { Mean } from '#shaders/photo/mean.ts'
import { ReducePass } from '#shaders/photo/reduce.ts'
import { ShrinkPass } from '#shaders/photo/shrink.ts'
import type { PixelWindow } from '#shaders/photo/window.ts'
import type { Point, Rect } from '../../kit/base/geometry.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { contains, overlap } from '../../kit/base/rect.ts'
import type { Asset, AssetStore, PatchedPhoto, Revision } from './store.ts'
import { uploadPart } from './upload.ts'
import { bandsOf, isLevel, levelFor, partOf, sizeAt, texelsOf } from './windowParts.ts'

type Picture = Asset | PatchedPhoto

/** A window in use. Take the next one before releasing the last, so that what both cover stays. */
export interface WindowLease extends PixelWindow {
  release(): void
}

export interface Windows {
  /**
   * `region` in document px; reads beyond the picture's edge repeat its border. `scale` = output px per document px.
   * @throws for an asset that was freed.
   */
  lease(asset: Picture, region: Rect, scale: number, isForBlur?: boolean): WindowLease
  /** For the tests on leaks. */
  memory(): { windows: number; texels: number }
}

/** What may stay without being in use, texels. */
const IDLE_TEXELS = 16 << 20

interface Held {
  asset: AssetId
  /** Which it is a patched copy of, if it is one. */
  photo: AssetId | null
  /** Texels per document px, at most 1. */
  density: number
  mean: Mean
  /** Texels of the whole picture at this density. */
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
  const passes = <P>(create: (mean: Mean) => P): Record<Mean, P> => ({
    COVERAGE: create('COVERAGE'),
    CODES: create('CODES'),
    LIGHT: create('LIGHT'),
  })
  const reducers = passes((mean) => new ReducePass(mean))
  const shrinkers = passes((mean) => new ShrinkPass(mean))
  let clock = 0

  const stops = [
    assets.onFreed((id) => {
      for (const window of [...held]) if (window.asset === id || window.photo === id) free(window)
    }),
    assets.onRevised(revise),
  ]
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

  function find(asset: Picture, region: Rect, density: number, mean: Mean): Held {
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
        contains(window.rect, part.ask),
    )
    return known ?? make(asset, density, mean, part.take, maxSide)
  }

  /** An idle texture of the same size is painted over rather than thrown away: strips of an export are all alike. */
  function make(asset: Picture, density: number, mean: Mean, rect: Rect, maxSide: number): Held {
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
    else if (isLevel(density)) reduceInto(texture, asset, 1 / density, mean, rect)
    else shrinkInto(texture, asset, density, mean, rect, maxSide)
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

  /** What the new version has in common with the old one stays; the coarser ones are made from the finer. */
  function revise({ before, after, parts }: Revision) {
    const own = [...held].filter(({ asset }) => asset === before.id).sort((a, b) => b.density - a.density)
    for (const window of own) {
      window.asset = after.id
      const { texture, density, mean, rect } = window
      if (!isLevel(density)) {
        const maxSide: number = renderer.gl.getParameter(renderer.gl.MAX_TEXTURE_SIZE)
        shrinkInto(texture, after, density, mean, rect, maxSide)
        continue
      }
      for (const part of parts) {
        const changed = overlap(rect, texelsOf(part, density))
        if (!changed) continue
        const at = { x: changed.x - rect.x, y: changed.y - rect.y }
        if (density === 1) uploadPart(renderer, texture.source, at, after, changed)
        else reduceInto(texture, after, 1 / density, mean, changed, at)
      }
    }
  }

  /** `at` = where the part lies in the target. */
  function reduceInto(
    target: RenderTexture,
    asset: Picture,
    factor: number,
    mean: Mean,
    rect: Rect,
    corner: Point = { x: 0, y: 0 },
  ) {
    const bands = bandsOf(rect, factor, asset)
    const widest = { width: Math.max(...bands.map((b) => b.width)), height: Math.max(...bands.map((b) => b.height)) }
    const band = createTarget(widest.width, widest.height, formatOf(asset))
    for (const from of bands) {
      uploadPart(renderer, band.source, { x: 0, y: 0 }, asset, from)
      const at = { x: from.x / factor - rect.x + corner.x, y: from.y / factor - rect.y + corner.y }
      reducers[mean].draw(renderer, target, at, { band: band.source, ...from, factor })
    }
    band.destroy(true)
  }

  function shrinkInto(target: RenderTexture, asset: Picture, density: number, mean: Mean, rect: Rect, maxSide: number) {
    const region = {
      x: rect.x / density,
      y: rect.y / density,
      width: rect.width / density,
      height: rect.height / density,
    }
    const level = levelFor(asset, region, density, maxSide)
    const { texture, rect: held } = find(asset, region, level, meanOf(asset, level, mean === 'LIGHT'))
    shrinkers[mean].draw(renderer, target, {
      source: { source: texture.source, texel: 1 / level, origin: held },
      sourceSize: sizeAt(asset, level),
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
      for (const pass of [...Object.values(reducers), ...Object.values(shrinkers)]) pass.destroy()
    },
  }
}

/** A closed bitmap has no size (HTML, ImageBitmap). */
function isFreed(asset: Picture): boolean {
  if (asset.kind === 'matte') return false
  return (asset.kind === 'patched' ? asset.photo : asset).bitmap.width === 0
}

const formatOf = (asset: Picture) => (asset.kind === 'matte' ? 'r8unorm' : 'rgba8unorm')

/** A picture at its own size is no mean: one window serves all. */
const meanOf = ({ kind }: Picture, density: number, isForBlur: boolean): Mean =>
  kind === 'matte' ? 'COVERAGE' : isForBlur && density < 1 ? 'LIGHT' : 'CODES'
