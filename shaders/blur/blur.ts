import {
  GlProgram,
  type RenderTexture,
  type TEXTURE_FORMATS,
  Texture,
  type TextureSource,
  type WebGLRenderer,
} from 'pixi.js'
import color from '../lib/color.glsl?raw'
import { createTarget, PASS_VERTEX, Pass, PREAMBLE } from '../lib/pass.ts'
import reading from '../photo/window.glsl?raw'
import type { PixelWindow } from '../photo/window.ts'
import blurring from './blur.glsl?raw'
import gaussFragment from './gauss.frag?raw'
import halveFragment from './halve.frag?raw'
import halving from './halve.glsl?raw'
import loadFragment from './load.frag?raw'
import { MAX_WEIGHTS, planBlur } from './plan.ts'
import resolveFragment from './resolve.frag?raw'

/**
 * Which colours are blurred: the whole photo's (WHOLE), the background's without the subject's (BEHIND), or the cut-out
 * subject's (SUBJECT).
 */
export type BlurRole = 'WHOLE' | 'BEHIND' | 'SUBJECT'

/** What is blurred: a photo, weighted by alpha and by the part of the matte that `role` names. */
export interface BlurInput {
  photo: PixelWindow
  hasAlpha: boolean
  /** The matte at the same mip level as `photo`, coverage in red; needed by every role but WHOLE. */
  matte: PixelWindow | null
  role: BlurRole
  /** Standard deviation, texels of `photo`; at most MAX_SIGMA. */
  sigma: number
}

/** Premultiplied linear light: colour × alpha × weight, and alpha × weight. */
export interface BlurredWindow extends PixelWindow {
  /** The texture is smaller than the photo's window, so it must be read with the cubic B-spline. */
  readonly isCubic: boolean
  /**
   * Straight colour, encoded in the working space, and alpha, 16 bits each (rgba16uint), texel for texel over the
   * photo's window.
   */
  readonly color: TextureSource
  /** The blurred weight in the same format; only for photos with alpha, else null. */
  readonly weight: TextureSource | null
}

/** Blurs a photo in linear light with a Gaussian, and caches the result on the GPU until the input changes. */
export class PhotoBlur {
  private readonly renderer: WebGLRenderer
  private readonly loader = new Loader()
  private readonly halving = halvePass()
  private readonly gauss = gaussPass()
  private readonly resolver = new Resolver()
  private textures: RenderTexture[] = []
  private lastInput: readonly unknown[] = []
  private current: BlurredWindow | null = null

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
  }

  /** Returns the blurred window of the input. Paints only when the input has changed since the last call. */
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
    pass.shader.resources.uSource = Texture.EMPTY.source // it ends with the blur
  }
}

/**
 * Returns the texture format of the blur: 32-bit floats if they can be rendered to; else half floats (error 0.1 of an
 * 8-bit level); else 8 bits, sRGB-encoded by the hardware (error half a level).
 */
export function blurFormat({ context, gl }: WebGLRenderer): TEXTURE_FORMATS {
  if (context.extensions.colorBufferFloat) return 'rgba32float'
  return gl.getExtension('EXT_color_buffer_half_float') ? 'rgba16float' : 'rgba8unorm-srgb'
}

const ROLES = '#define WHOLE 0\n#define BEHIND 1\n#define SUBJECT 2\n'

const program = (name: string, fragment: string) => GlProgram.from({ vertex: PASS_VERTEX, fragment, name })

class Loader {
  private readonly passes = new Map<string, Pass>()

  draw(renderer: WebGLRenderer, target: RenderTexture, input: BlurInput, isWeight: boolean, level: number): void {
    const { photo, matte, role, hasAlpha } = input
    const defines = [
      `#define ROLE ${role}\n`,
      hasAlpha ? '#define HAS_ALPHA\n' : '',
      isWeight ? '#define IS_WEIGHT\n' : '',
      level > 0 ? '#define HALVED\n' : '',
    ].join('')
    const pass = this.passes.get(defines) ?? this.add(defines)
    const { resources } = pass.shader
    resources.uPhoto = photo.source
    resources.uMatte = matte?.source ?? Texture.EMPTY.source
    const { uniforms } = resources.load
    uniforms.uPhotoOrigin.set([photo.origin.x, photo.origin.y])
    uniforms.uMatteOrigin.set([matte?.origin.x ?? 0, matte?.origin.y ?? 0])
    uniforms.uFrom.set([photo.origin.x >> level, photo.origin.y >> level])
    pass.draw(renderer, target)
    resources.uPhoto = resources.uMatte = Texture.EMPTY.source // they may end before the next call
  }

  destroy(): void {
    for (const pass of this.passes.values()) pass.destroy()
  }

  private add(defines: string): Pass {
    const fragment = `${PREAMBLE}${ROLES}${defines}${color}${reading}${halving}${loadFragment}`
    const pass = new Pass(program('blur-load', fragment), {
      uPhoto: Texture.EMPTY.source,
      uMatte: Texture.EMPTY.source,
      load: {
        uPhotoOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
        uMatteOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
        uFrom: { value: new Int32Array(2), type: 'vec2<i32>' },
      },
    })
    this.passes.set(defines, pass)
    return pass
  }
}

/** The blurred photo, halved `halvings` times. */
interface BlurLevel {
  light: TextureSource
  weight: TextureSource | null
  halvings: number
}

class Resolver {
  private readonly passes = new Map<string, Pass>()

  draw(renderer: WebGLRenderer, target: RenderTexture, input: BlurInput, level: BlurLevel, isWeight: boolean): void {
    const { photo, role, hasAlpha } = input
    const { light, weight, halvings } = level
    const defines = [
      `#define ROLE ${role}\n`,
      hasAlpha ? '#define HAS_ALPHA\n' : '',
      isWeight ? '#define IS_WEIGHT\n' : '',
      halvings > 0 ? '#define IS_CUBIC\n' : '',
    ].join('')
    const pass = this.passes.get(defines) ?? this.add(defines)
    const { resources } = pass.shader
    resources.uSource = light
    resources.uWeight = weight ?? Texture.EMPTY.source
    const { uniforms } = resources.resolve
    uniforms.uSourceOrigin.set([photo.origin.x >> halvings, photo.origin.y >> halvings])
    uniforms.uFrom.set([photo.origin.x, photo.origin.y])
    uniforms.uStep = 1 / 2 ** halvings
    const { pixelWidth: width, pixelHeight: height } = target.source
    pass.draw(renderer, target, { x: 0, y: 0, width, height }) // an integer target cannot be cleared by Pixi
    resources.uSource = resources.uWeight = Texture.EMPTY.source
  }

  destroy(): void {
    for (const pass of this.passes.values()) pass.destroy()
  }

  private add(defines: string): Pass {
    const fragment = `${PREAMBLE}${ROLES}${defines}${color}${reading}${blurring}${resolveFragment}`
    const pass = new Pass(program('blur-resolve', fragment), {
      uSource: Texture.EMPTY.source,
      uWeight: Texture.EMPTY.source,
      resolve: {
        uSourceOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
        uFrom: { value: new Int32Array(2), type: 'vec2<i32>' },
        uStep: { value: 1, type: 'f32' },
      },
    })
    this.passes.set(defines, pass)
    return pass
  }
}

const halvePass = () =>
  new Pass(program('blur-halve', `${PREAMBLE}${reading}${halving}${halveFragment}`), { uSource: Texture.EMPTY.source })

const gaussPass = () =>
  new Pass(program('blur-gauss', `${PREAMBLE}#define MAX_WEIGHTS ${MAX_WEIGHTS}\n${reading}${gaussFragment}`), {
    uSource: Texture.EMPTY.source,
    gauss: {
      uStep: { value: new Int32Array(2), type: 'vec2<i32>' },
      uRadius: { value: 0, type: 'i32' },
      uWeights: { value: new Float32Array(MAX_WEIGHTS), type: 'f32', size: MAX_WEIGHTS },
    },
  })
