/** Downsamples parts of images into textures. Photos become straight RGBA, mattes become coverage in red. */
import type { RenderTexture, TEXTURE_FORMATS, WebGLRenderer } from 'pixi.js'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import type { Point, Rect } from '#client/kit/base/geometry.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import {
  AVERAGING_DEFINES,
  type AveragingMode,
  createAreaDownsample,
  createBoxDownsample,
} from '#shaders/photo/downsample.ts'
import type { Asset, PatchedPhoto } from './store.ts'
import { uploadPart } from './upload.ts'
import type { CachedWindow } from './WindowCache.ts'
import { bandsOf, texelSize } from './windowParts.ts'

/** Source of a window: a photo, a matte, or a photo with replaced tiles. */
export type PixelAsset = Asset | PatchedPhoto

/**
 * The texels to compute: `rect` of the whole image at `density` (texels per document px). `mean`: how texels are
 * averaged. `space`: colour space.
 */
export interface DownsampledPart {
  density: number
  mean: AveragingMode
  space: ColorSpace
  rect: Rect
}

export class Downsampler {
  readonly #renderer: WebGLRenderer
  readonly #box = createBoxDownsample()
  readonly #area = createAreaDownsample()

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer
  }

  /**
   * Computes a part of a mip level from the decoded pixels, which it uploads in bands. The density is a power of two
   * below 1. `corner`: position of the part in `target`, texels.
   */
  fromPicture(target: RenderTexture, asset: PixelAsset, part: DownsampledPart, corner: Point = { x: 0, y: 0 }): void {
    const { density, mean, space, rect } = part
    const factor = 1 / density
    const bands = bandsOf(rect, factor, asset)
    const widest = { width: Math.max(...bands.map((b) => b.width)), height: Math.max(...bands.map((b) => b.height)) }
    const band = createTarget(widest.width, widest.height, formatOf(asset))
    for (const from of bands) {
      uploadPart(this.#renderer, band.source, { x: 0, y: 0 }, asset, from, space)
      const [x, y] = [from.x / factor - rect.x + corner.x, from.y / factor - rect.y + corner.y]
      const area = { x, y, width: Math.ceil(from.width / factor), height: Math.ceil(from.height / factor) }
      const uniforms = { uBandSize: [from.width, from.height], uAreaFrom: [x, y], uFactor: factor } as const
      const options = { defines: AVERAGING_DEFINES[mean], area }
      this.#box.draw(this.#renderer, target, { uBand: band.source }, uniforms, options)
    }
    band.destroy(true)
  }

  /** Computes the whole `target` from a window of a finer mip level. `part.density` is below that window's density. */
  fromWindow(target: RenderTexture, asset: PixelAsset, part: DownsampledPart, finer: CachedWindow): void {
    const whole = texelSize(asset, finer.density)
    const span = finer.density / part.density
    const uniforms = {
      uSourceOrigin: [finer.rect.x, finer.rect.y],
      uSourceSize: [whole.width, whole.height],
      uFrom: [part.rect.x, part.rect.y],
      uSpan: [span, span],
    } as const
    const options = { defines: AVERAGING_DEFINES[part.mean] }
    this.#area.draw(this.#renderer, target, { uSource: finer.texture.source }, uniforms, options)
  }

  destroy(): void {
    this.#box.destroy()
    this.#area.destroy()
  }
}

/** Returns the texture format for the windows of a photo or a matte. */
export const formatOf = (asset: PixelAsset): TEXTURE_FORMATS => (asset.kind === 'matte' ? 'r8unorm' : 'rgba8unorm')
