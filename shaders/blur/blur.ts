import type { RenderTexture, TEXTURE_FORMATS, TextureSource, WebGLRenderer } from 'pixi.js'
import { Texture } from 'pixi.js'
import { createTarget, type Pass } from '../lib/pass.ts'
import type { PixelWindow } from '../photo/window.ts'
import { type BlurInput, type BlurLevel, createGaussPass, createHalvePass, Loader, Resolver } from './passes.ts'
import { planBlur } from './plan.ts'

/** Premultiplied linear light: colour × alpha × weight, and alpha × weight. */
export interface BlurredWindow extends PixelWindow {
  /** The texture is smaller than the photo's window, so it must be read with the cubic B-spline. */
  readonly isCubic: boolean
  /**
   * Straight colour, encoded in the working space, and alpha, 16 bits each (rgba16uint), texel for texel over the
   * photo's window.
   */
  readonly color: TextureSource
  /** blurred weight in the same format, for photos with alpha; else null */
  readonly weight: TextureSource | null
}

/** Blurs a photo in linear light with a Gaussian, and caches the result on the GPU until the input changes. */
export class PhotoBlur {
  private readonly renderer: WebGLRenderer
  private readonly loader = new Loader()
  private readonly halving = createHalvePass()
  private readonly gauss = createGaussPass()
  private readonly resolver = new Resolver()
  private textures: RenderTexture[] = []
  private lastInput: readonly unknown[] = []
  private current: BlurredWindow | null = null

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
  }

  /** Returns the blurred window, painted only when the input has changed since the last call. */
  update(input: BlurInput): BlurredWindow {
    const { photo, matte, hasAlpha, role, sigma } = input
    const seen = [photo.source, photo.origin.x, photo.origin.y, matte?.source, matte?.origin.y, hasAlpha, role, sigma]
    if (this.current && seen.every((item, i) => item === this.lastInput[i])) return this.current
    this.clear()
    const { halvings } = planBlur(sigma)
    const level = {
      light: this.paint(input, false).source,
      weight: hasAlpha && role !== 'WHOLE' ? this.paint(input, true).source : null,
      halvings,
    }
    this.lastInput = seen
    this.current = {
      source: level.light,
      color: this.resolve(input, level, false),
      weight: level.weight && this.resolve(input, level, true),
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
    for (const pass of [this.loader, this.halving, this.gauss, this.resolver]) pass.destroy()
  }

  private resolve(input: BlurInput, level: BlurLevel, isWeight: boolean): TextureSource {
    const { pixelWidth, pixelHeight } = input.photo.source
    const target = createTarget(pixelWidth, pixelHeight, 'rgba16uint')
    this.resolver.draw(this.renderer, target, input, level, isWeight)
    this.textures.push(target)
    return target.source
  }

  private paint(input: BlurInput, isWeight: boolean): RenderTexture {
    const { halvings, weights } = planBlur(input.sigma)
    const { pixelWidth, pixelHeight } = input.photo.source
    const format = blurFormat(this.renderer)
    const sized = (level: number) =>
      createTarget(Math.ceil(pixelWidth / 2 ** level), Math.ceil(pixelHeight / 2 ** level), format)

    let level = Math.min(1, halvings)
    let current = sized(level)
    this.loader.draw(this.renderer, current, input, isWeight, level)
    while (level < halvings) {
      const smaller = sized(++level)
      this.run(this.halving, smaller, current)
      current.destroy(true)
      current = smaller
    }
    const { uniforms } = this.gauss.shader.resources.gauss
    uniforms.uWeights.fill(0).set(weights)
    uniforms.uRadius = weights.length - 1
    const other = sized(level)
    uniforms.uStep.set([1, 0])
    this.run(this.gauss, other, current)
    uniforms.uStep.set([0, 1])
    this.run(this.gauss, current, other)
    other.destroy(true)
    this.textures.push(current)
    return current
  }

  private run(pass: Pass, target: RenderTexture, from: RenderTexture) {
    pass.shader.resources.uSource = from.source
    pass.draw(this.renderer, target)
    pass.shader.resources.uSource = Texture.EMPTY.source // drop the reference: the source texture is destroyed after the blur
  }
}

/**
 * Returns the texture format of the blur. In order of preference: 32-bit floats; half floats (error 0.1 of an 8-bit
 * level); 8 bits, sRGB-encoded by the hardware (error half a level).
 */
export function blurFormat({ context, gl }: WebGLRenderer): TEXTURE_FORMATS {
  if (context.extensions.colorBufferFloat) return 'rgba32float'
  return gl.getExtension('EXT_color_buffer_half_float') ? 'rgba16float' : 'rgba8unorm-srgb'
}
