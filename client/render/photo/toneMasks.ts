import { BufferImageSource, type TextureSource } from 'pixi.js'
import { callOnce, openWorker } from '#client/kit/async/callWorker.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type AssetStore, type BitmapAsset, perStore } from '#client/model/assets/store.ts'
import { windowsOf } from '#client/render/windows/windows.ts'
import { readTexels } from '#shaders/lib/pass.ts'
import { MASK_SIDE } from '#shaders/tune/tone-mask.ts'
import type { NodeContext } from '../kind.ts'
import type { ToneMaskWorker } from './toneMask.worker.ts'

type Painting = Pick<NodeContext, 'renderer' | 'colorSpace'>

/** Returns the tone masks of an asset store as textures, shared by all nodes and freed with their bitmaps. */
export const toneMasksOf = perStore((assets) => new ToneMasks(assets))

interface Mask {
  /** The mask's texture. Null = not computed yet. */
  source: TextureSource | null
  computing: Promise<TextureSource>
}

/**
 * Tone masks of bitmaps, one per color space, because a background image may be painted over photos in sRGB and in
 * Display P3. A texel has two floats: the slope and the intercept of the line that maps luma to the tone base.
 */
class ToneMasks {
  readonly #assets: AssetStore
  readonly #masks = new Map<AssetId, Map<ColorSpace, Mask>>()

  constructor(assets: AssetStore) {
    this.#assets = assets
    assets.onFreed((id) => {
      // unloads the texture instead of destroying its source, because a node may use this source until its next update
      for (const { source } of this.#masks.get(id)?.values() ?? []) source?.unload()
      this.#masks.delete(id)
    })
  }

  /** Returns the photo's mask for the color space, or null before the mask is computed. */
  ready(photo: BitmapAsset, { colorSpace = 'srgb' }: Pick<Painting, 'colorSpace'>): TextureSource | null {
    return this.#masks.get(photo.id)?.get(colorSpace)?.source ?? null
  }

  build(photo: BitmapAsset, ctx: Painting): Promise<TextureSource> {
    const { colorSpace = 'srgb' } = ctx
    const ofPhoto = this.#masks.get(photo.id) ?? new Map<ColorSpace, Mask>()
    this.#masks.set(photo.id, ofPhoto)
    const known = ofPhoto.get(colorSpace)
    if (known) return known.computing
    const mask: Mask = { source: null, computing: compute(photo, ctx, this.#assets) }
    ofPhoto.set(colorSpace, mask)
    mask.computing.then(
      (source) => {
        mask.source = source
      },
      // the caller of `build` gets the error, and the next call tries again
      () => ofPhoto.get(colorSpace) === mask && ofPhoto.delete(colorSpace),
    )
    return mask.computing
  }
}

async function compute(photo: BitmapAsset, ctx: Painting, assets: AssetStore): Promise<TextureSource> {
  const { renderer, colorSpace = 'srgb' } = ctx
  // the smallest scale at which the photo isn't smaller than the mask
  const scale = Math.min(1, MASK_SIDE / Math.max(photo.width, photo.height))
  const lease = windowsOf(renderer, assets).lease(photo, { x: 0, y: 0, ...photo }, scale, { colorSpace })
  const rgba = readTexels(renderer, lease.source)
  const { pixelWidth, pixelHeight } = lease.source
  lease.release()
  const { plane, width, height } = await callOnce(
    startWorker,
    'toneMask',
    [rgba, pixelWidth, pixelHeight, colorSpace],
    {
      transfer: [rgba.buffer],
    },
  )
  return new BufferImageSource({
    resource: plane,
    width,
    height,
    format: 'rg32float',
    scaleMode: 'nearest',
    alphaMode: 'no-premultiply-alpha',
    autoGarbageCollect: false,
  })
}

const startWorker = () =>
  openWorker<ToneMaskWorker>(new Worker(new URL('./toneMask.worker.ts', import.meta.url), { type: 'module' }))
