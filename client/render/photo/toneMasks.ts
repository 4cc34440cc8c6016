/** Tone masks of photos as textures: computed in a worker at first use, once per photo, and freed with it. */
import { BufferImageSource, type TextureSource } from 'pixi.js'
import { MASK_SIDE, type ToneMask } from '#shaders/tune/tone-mask.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { perStore } from '../../model/assets/perStore.ts'
import type { AssetStore, BitmapAsset } from '../../model/assets/store.ts'
import { windowsOf } from '../../model/assets/windows.ts'
import type { NodeContext } from '../kind.ts'
import type { MaskRequest } from './toneMask.worker.ts'

type Painting = Pick<NodeContext, 'renderer' | 'colorSpace'>

/** Tone masks of photos as textures. */
export interface ToneMasks {
  /** The mask if it has been computed. */
  ready(photo: BitmapAsset): TextureSource | null
  /** Two floats per texel over the whole photo: slope and intercept of the tone base over luma. */
  build(photo: BitmapAsset, ctx: Painting): Promise<TextureSource>
}

/**
 * Returns the tone masks of an asset store as textures, shared by all nodes: computed in a worker at first use, once
 * per photo.
 */
export const toneMasksOf = perStore(createToneMasks)

function createToneMasks(assets: AssetStore): ToneMasks {
  const sources = new Map<AssetId, TextureSource>()
  const pending = new Map<AssetId, Promise<TextureSource>>()

  assets.onFreed((id) => {
    sources.get(id)?.unload() // not destroyed: a node may show it until its next update
    sources.delete(id)
    pending.delete(id)
  })

  async function make(photo: BitmapAsset, ctx: Painting): Promise<TextureSource> {
    const { plane, width, height } = await inWorker(reduced(ctx, assets, photo))
    const source = new BufferImageSource({
      resource: plane,
      width,
      height,
      format: 'rg32float',
      scaleMode: 'nearest',
      alphaMode: 'no-premultiply-alpha',
      autoGarbageCollect: false,
    })
    if (assets.bitmap(photo.id) === photo) sources.set(photo.id, source) // else the photo was freed meanwhile
    return source
  }

  return {
    ready: (photo) => sources.get(photo.id) ?? null,
    build(photo, ctx) {
      const known = pending.get(photo.id)
      if (known) return known
      const mask = make(photo, ctx)
      pending.set(photo.id, mask)
      return mask
    },
  }
}

/** Straight bytes of the photo at the smallest size that is not below the mask's. */
function reduced({ renderer, colorSpace = 'srgb' }: Painting, assets: AssetStore, photo: BitmapAsset): MaskRequest {
  const scale = Math.min(1, MASK_SIDE / Math.max(photo.width, photo.height))
  const lease = windowsOf(renderer, assets).lease(photo, { x: 0, y: 0, ...photo }, scale, { colorSpace })
  const { pixelWidth: width, pixelHeight: height } = lease.source
  const rgba = new Uint8Array(width * height * 4)
  renderer.renderTarget.bind({ target: lease.source, clear: false })
  renderer.gl.readPixels(0, 0, width, height, renderer.gl.RGBA, renderer.gl.UNSIGNED_BYTE, rgba)
  lease.release()
  return { rgba, width, height, space: colorSpace }
}

/** Computes a mask in a worker of its own, which ends afterwards: it is needed once per photo. */
function inWorker(request: MaskRequest): Promise<ToneMask> {
  const worker = new Worker(new URL('./toneMask.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ToneMask>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ToneMask>) => resolve(data))
    worker.addEventListener('error', (event) => reject(new Error(`tone mask: ${event.message}`)))
    worker.postMessage(request, [request.rgba.buffer])
  }).finally(() => worker.terminate())
}
