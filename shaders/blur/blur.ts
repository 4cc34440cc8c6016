import type { RenderTexture, TEXTURE_FORMATS, TextureSource, WebGLRenderer } from 'pixi.js'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { sameItems } from '#client/kit/values/identity.ts'
import { createTarget, type Defines } from '../lib/pass.ts'
import { type PixelWindow, windowKey } from '../photo/window.ts'
import { type BlurRole, createBlurPasses, ROLES } from './passes.ts'
import { axisKernel, planBlur } from './plan.ts'

/** Input of the blur: a photo, weighted by alpha and by the part of the matte that `role` names. */
export interface BlurInput {
  photo: PixelWindow
  hasAlpha: boolean
  /** Matte at the mip level of `photo`, with coverage in red. Required by every role except WHOLE. */
  matte: PixelWindow | null
  role: BlurRole
  /** Standard deviation, at most MAX_SIGMA texels of `photo`. */
  sigma: number
  /** Standard deviation along each axis as a fraction of `sigma`. By default 1. */
  share?: Readonly<Point> | undefined
}

/** The blurred texture window, in premultiplied linear light: color × alpha × weight, and alpha × weight. */
export interface BlurredWindow extends PixelWindow {
  /** If true, the texture is smaller than the photo's texture window and must be read with the cubic B-spline. */
  readonly isCubic: boolean
  /**
   * The blurred photo: straight color, encoded in the working space, and alpha. Each channel has 16 bits (rgba16uint).
   * The texture has the same texels as the photo's texture window.
   */
  readonly color: TextureSource
  /** Blurred weight in the same format. Null for photos without alpha. */
  readonly weight: TextureSource | null
}

/** Blurs a photo in linear light with a Gaussian, and caches the result on the GPU until the input changes. */
export class PhotoBlur {
  private readonly renderer: WebGLRenderer
  private readonly passes = createBlurPasses()
  private textures: RenderTexture[] = []
  private lastInput: readonly unknown[] = []
  private current: BlurredWindow | null = null

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
  }

  /** Returns the blurred texture window. Paints the window only if the input has changed since the last call. */
  update(input: BlurInput): BlurredWindow {
    const { photo, matte, hasAlpha, role, sigma, share } = input
    const matteKey = matte ? windowKey(matte) : []
    const seen = [...windowKey(photo), ...matteKey, hasAlpha, role, sigma, share?.x, share?.y]
    if (this.current && sameItems(this.lastInput, seen)) return this.current
    this.clear()
    const { halvings } = planBlur(sigma)
    const light = this.paint(input, false).source
    const weight = hasAlpha && role !== 'WHOLE' ? this.paint(input, true).source : null
    this.lastInput = seen
    this.current = {
      source: light,
      color: this.resolve(input, { uSource: light, uWeight: weight }, false),
      weight: weight && this.resolve(input, { uSource: light, uWeight: weight }, true),
      texel: photo.texel * 2 ** halvings,
      origin: { x: photo.origin.x >> halvings, y: photo.origin.y >> halvings },
      isCubic: halvings > 0,
    }
    return this.current
  }

  clear(): void {
    for (const texture of this.textures) texture.destroy(true)
    this.textures = []
    this.current = null
  }

  destroy(): void {
    this.clear()
    for (const pass of Object.values(this.passes)) pass.destroy()
  }

  private resolve(
    input: BlurInput,
    textures: { uSource: TextureSource; uWeight: TextureSource | null },
    isWeight: boolean,
  ): TextureSource {
    const { source, origin } = input.photo
    const { halvings } = planBlur(input.sigma)
    const target = createTarget(source.pixelWidth, source.pixelHeight, 'rgba16uint')
    const uniforms = {
      uSourceOrigin: [origin.x >> halvings, origin.y >> halvings],
      uFrom: [origin.x, origin.y],
      uStep: 1 / 2 ** halvings,
    } as const
    const defines = { ...definesOf(input, isWeight), IS_CUBIC: halvings > 0 }
    this.passes.resolve.draw(this.renderer, target, textures, uniforms, { defines })
    this.textures.push(target)
    return target.source
  }

  private paint(input: BlurInput, isWeight: boolean): RenderTexture {
    const { renderer, passes } = this
    const { sigma, share = { x: 1, y: 1 } } = input
    const { halvings } = planBlur(sigma)
    const { pixelWidth, pixelHeight } = input.photo.source
    const format = blurFormat(renderer)
    const sized = (level: number) =>
      createTarget(Math.ceil(pixelWidth / 2 ** level), Math.ceil(pixelHeight / 2 ** level), format)

    let level = Math.min(1, halvings)
    let current = sized(level)
    this.load(input, isWeight, current, level)
    while (level < halvings) {
      const smaller = sized(++level)
      passes.halve.draw(renderer, smaller, { uSource: current.source }, {})
      current.destroy(true)
      current = smaller
    }
    const kernel = (weights: Float64Array) => ({ uWeights: [...weights], uRadius: weights.length - 1 })
    const [across, down] = [kernel(axisKernel(sigma, share.x)), kernel(axisKernel(sigma, share.y))]
    const other = sized(level)
    passes.gauss.draw(renderer, other, { uSource: current.source }, { ...across, uStep: [1, 0] })
    passes.gauss.draw(renderer, current, { uSource: other.source }, { ...down, uStep: [0, 1] })
    other.destroy(true)
    this.textures.push(current)
    return current
  }

  /** Draws the photo's light or its blur weight into `target`, after `level` halvings (0 or 1). */
  private load(input: BlurInput, isWeight: boolean, target: RenderTexture, level: number) {
    const { photo, matte } = input
    const { x, y } = photo.origin
    const textures = { uPhoto: photo.source, uMatte: matte?.source ?? null }
    const uniforms = {
      uPhotoOrigin: [x, y],
      uMatteOrigin: [matte?.origin.x ?? 0, matte?.origin.y ?? 0],
      uFrom: [x >> level, y >> level],
    } as const
    const defines = { ...definesOf(input, isWeight), HALVED: level > 0 }
    this.passes.load.draw(this.renderer, target, textures, uniforms, { defines })
  }
}

const definesOf = ({ role, hasAlpha }: BlurInput, isWeight: boolean): Defines => ({
  ...ROLES,
  ROLE: role,
  HAS_ALPHA: hasAlpha,
  IS_WEIGHT: isWeight,
})

/**
 * Returns the texture format of the blur. In order of preference: 32-bit floats; half floats (error 0.1 of an 8-bit
 * level); 8 bits, sRGB-encoded by the hardware (error half a level).
 */
export function blurFormat({ context, gl }: WebGLRenderer): TEXTURE_FORMATS {
  if (context.extensions.colorBufferFloat) return 'rgba32float'
  return gl.getExtension('EXT_color_buffer_half_float') ? 'rgba16float' : 'rgba8unorm-srgb'
}
